import type { Serving } from './serving.ts'
import { storageName, type Entity } from '#contract/entity.ts'
import { deleteManyOf, transferOf } from '#contract/many.ts'
import { completed } from '#server/db/complete.ts'
import { lockRow, updateRow } from '#server/db/crud.ts'
import { demand, written, type Crud } from './crud.ts'
import { serve } from './serve.ts'

/**
 * Each once and in one order, so that two calls over the same rows do not wait for each other in a
 * circle.
 */
const inOrder = <T extends { id: number }>(list: readonly T[]): T[] =>
  [...new Map(list.map((one) => [one.id, one])).values()].sort((a, b) => a.id - b.id)

/**
 * Serves what the contract does to several rows of equipment at once: deletion, and moving to
 * another plot.
 */
export function serveMany(app: Serving, entity: Entity, { remove }: Crud): void {
  serve(app, deleteManyOf(entity), async (list, context) =>
    context.write(async (write) => {
      const wanted = inOrder(list)
      for (const { id } of wanted) await remove(id, write, context)
      return wanted.length
    }),
  )
  /** What is chosen within a base is left behind with it. */
  const ofBase = Object.fromEntries(
    Object.entries(entity.fields)
      .filter(([, { dependsOn }]) => dependsOn === 'areaId')
      .map(([name]) => [name, null]),
  )
  serve(app, transferOf(entity), async (list, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const wanted = inOrder(list)
      for (const { id, areaId, landId } of wanted) {
        await lockRow(tx, entity, id)
        const before = await demand(tx, entity, id, 'transfer')
        const left = before.areaId === areaId ? {} : ofBase
        const values = await completed(tx, entity, { ...left, areaId, landId })
        await updateRow(tx, entity, id, before.objectVersionNumber, values, actor.accountId)
        const after = await demand(tx, entity, id, 'transfer')
        await audit({
          entity: storageName(entity),
          recordId: id,
          title: String(before[entity.title]),
          action: 'transfer',
          before: written(entity, before),
          after: written(entity, after),
        })
      }
      await announce({
        resource: storageName(entity),
        ids: wanted.map(({ id }) => id),
        kind: 'updated',
      })
      return wanted.length
    }),
  )
}
