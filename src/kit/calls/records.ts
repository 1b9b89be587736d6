import type { z } from 'zod'
import type { Page } from '#contract/call.ts'
import { storageName, type Entity } from '#contract/entity.ts'
import type { Callable } from './use-call.ts'

type Listed = Pick<Entity, 'name' | 'variantOf' | 'api' | 'permissions'>
type Filters = Readonly<Record<string, string | number | undefined>>

/** The list of an entity as a call, for pages that the kit does not draw. */
export const recordsCall = <Row>(
  entity: Listed,
): Callable<z.ZodType<Filters>, z.ZodType<Page<Row>>> => ({
  endpoint: entity.api.list!,
  access: { code: entity.permissions.list! },
  staleAfter: { [storageName(entity)]: true },
})

/** One record of it. */
export const recordCall = <Row>(
  entity: Listed,
): Callable<z.ZodType<{ id: number }>, z.ZodType<Row>> => ({
  endpoint: entity.api.show!,
  access: { code: entity.permissions.list! },
  staleAfter: { [storageName(entity)]: 'id' },
})
