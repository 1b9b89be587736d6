import { z } from 'zod'
import { call } from '../call.ts'
import { plotLock } from '../farm/plot-lock.ts'
import { myTasks, onHandLot, produceWeight } from './task-calls.ts'

const record = z.looseObject({ id: z.int(), objectVersionNumber: z.int() })
const named = z.object({ id: z.int(), name: z.string() })
/** With this begin the idempotency keys of what was done in the field, which are known for longer. */
export const fieldKey = 'field:'
/** So many tasks, goods and lots go out into the field at most. */
export const mostFieldRows = {
  tasks: 100,
  free: 50,
  goods: 300,
  lots: 600,
  areas: 200,
  lands: 1000,
  machineKinds: 100,
} as const

/**
 * What somebody takes along into the field: their open tasks, and whatever they need to report
 * them where there is no network.
 */
export const fieldPack = call({
  endpoint: 'GET /wfpf/v1/{tenant}/task/field',
  summary:
    'The caller’s open tasks, and those they may take, with people, plots, goods and lots, to be kept on a phone',
  access: myTasks.access,
  rowsOf: 'task',
  staleAfter: { task: true, attendance: true },
  input: z.object({}),
  answer: z.object({
    /** The server’s clock. */
    at: z.string(),
    /** The day at the tenant’s. */
    today: z.string(),
    content: z.array(record),
    /** What the caller may take, while nobody has it; nothing where the tenant lets nobody. */
    free: z.array(record),
    /** Who the caller is here. */
    worker: named.nullable(),
    /** Since when the caller is there, and where. */
    signedIn: z.object({ at: z.string(), areaId: z.int() }).nullable(),
    locks: z.array(plotLock),
    workers: z.array(named),
    areas: z.array(named),
    lands: z.array(named.extend({ areaId: z.int() })),
    warehouses: z.array(named),
    machineKinds: z.array(named),
    goods: z.array(
      named
        .extend({
          productId: z.int(),
          code: z.string().nullable(),
          barcode: z.string().nullable(),
        })
        .extend(produceWeight.answer.shape),
    ),
    lots: z.array(onHandLot.extend({ warehouseId: z.int() })),
  }),
})
export type FieldPack = z.output<typeof fieldPack.answer>
