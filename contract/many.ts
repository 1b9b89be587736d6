import { z } from 'zod'
import { call } from './call.ts'
import type { Codes, Entity } from './entity.ts'

const key = z.coerce.number().int().positive()
/** Most rows that one call takes. */
const mostRows = 500
const codesOf = ({ permissions }: Entity, ...actions: string[]) => [
  ...new Set(actions.flatMap((action) => (permissions as Codes)[action] ?? [])),
]

/** Deletes rows of an entity, all or none. */
export const deleteManyOf = (entity: Entity) =>
  call({
    endpoint: entity.api.deleteMany!,
    summary: `${entity.name}: delete several, all or none; answers how many`,
    access: { code: codesOf(entity, 'deleteMany') },
    input: z
      .array(z.object({ id: key }))
      .min(1)
      .max(mostRows),
    answer: z.int(),
  })
/** Moves rows of an entity to a plot, all or none. */
export const transferOf = (entity: Entity) =>
  call({
    endpoint: entity.api.transfer!,
    summary: `${entity.name}: move to a plot, all or none; answers how many`,
    access: { code: codesOf(entity, 'transfer', 'transferMany') },
    input: z
      .array(z.object({ id: key, areaId: key, landId: key }))
      .min(1)
      .max(mostRows),
    answer: z.int(),
  })
