import { sql } from 'kysely'
import { land } from '#contract/farm/land.ts'
import { taskType } from '#contract/farm/task-type.ts'
import { worker } from '#contract/farm/worker.ts'
import { ownTask, ownTaskList, task } from '#contract/work/task.ts'
import { taskMoves } from '#contract/work/task-calls.ts'
import { movesOf } from '#contract/inventory/document-calls.ts'
import { inputWarehousing } from '#contract/inventory/document.ts'
import { callOf, type Asked, type NewRow } from '#contract/entity-calls.ts'
import type { TaskRow } from '#server/modules/work/task-row.ts'
import { row } from '#server/db/database.ts'
import type { Client, Sent } from '#server/demo/client.ts'
import { newMember, unique, type Tenant, type TestApp } from './harness.ts'
import { make, type Made } from './samples.ts'
import { day, type Store } from './stock.ts'

export type Task = TaskRow & {
  overdueFlag: number
  laborCost: number | null
  inputCost: number | null
  workedHours: number | null
  reworkCount: number
}
export type Person = Client & { accountId: number; workerId: number }
type Move = keyof typeof taskMoves

/** A farm at work: plots, kinds of work, people who do it and people who have it done. */
export class Farm {
  readonly app: TestApp
  readonly mine: Tenant
  readonly store: Store
  constructor(app: TestApp, mine: Tenant, store: Store) {
    this.app = app
    this.mine = mine
    this.store = store
  }
  async plot(): Promise<Made> {
    return make(land, this.mine.admin)
  }
  async kind(
    category: NewRow<typeof taskType>['category'],
    more: Record<string, unknown> = {},
  ): Promise<number> {
    const { id } = await this.mine.admin.call(callOf(taskType, 'create'), {
      name: unique('活'),
      code: unique('k'),
      category,
      ...more,
    })
    return id
  }
  /** Somebody with an account, who is a worker with a wage of 160 yuan a day. */
  async person(
    codes: readonly string[] = [ownTaskList, ...Object.values(ownTask)],
  ): Promise<Person> {
    const client = await newMember(this.app, this.mine, [...codes])
    const member = await this.app.db.read(
      this.mine.id,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`select id from member where account_id = ${client.accountId}`,
        ))!.id,
    )
    const { id } = await this.mine.admin.call(callOf(worker, 'create'), {
      realName: unique('工'),
      kind: 'permanent',
      userId: member,
      dayWage: 160,
      enabledFlag: 1,
    })
    return Object.assign(client, { workerId: id })
  }
  async task(more: Record<string, unknown> = {}): Promise<Task> {
    const { areaId } = (more.areaId ? more : await this.plot()) as Made & { areaId: number }
    return (await this.mine.admin.call(callOf(task, 'create'), {
      title: unique('任务'),
      taskTypeId: Number(more.taskTypeId ?? (await make(taskType, this.mine.admin)).id),
      areaId,
      startsOn: day(),
      endsOn: day(1),
      ...more,
    })) as Task
  }
  move<M extends Move>(
    who: Client,
    id: number,
    action: M,
    body?: Omit<Sent<(typeof taskMoves)[M]['input']>, 'id'>,
  ): Promise<Task> {
    return who.call(taskMoves[action] as Asked, { id, ...body }) as Promise<Task>
  }
  async show(id: number): Promise<Task> {
    return (await this.mine.admin.call(callOf(task, 'show'), { id })) as Task
  }
  /** An input of the farm, 100 of which lie in a warehouse at 4 yuan each. */
  async input(intervals: { safety?: number; reentry?: number } = {}, quantity = 100) {
    const sku = await this.store.sku({ agriculturalFlag: 1 })
    await this.app.db.write(this.mine.id, (tx) =>
      sql`update product set safety_interval = ${intervals.safety ?? null}, reentry_hours = ${intervals.reentry ?? null}
        where id = (select product_id from product_sku where id = ${sku})`.execute(tx),
    )
    const warehouse = await this.store.warehouse()
    const made = await this.mine.admin.call(callOf(inputWarehousing, 'create'), {
      warehouseId: warehouse,
      purpose: 'initial',
      occurredOn: day(),
      goods: [{ skuId: sku, quantity, price: 4 }],
    })
    await this.mine.admin.call(movesOf(inputWarehousing).submit, { id: made.id })
    return { sku, warehouse }
  }
  #kilogram: Promise<number> | null = null
  /** Goods that are picked, counted in something; `perKilogram`: what a kilogram is of it, where somebody said. */
  async produce(perKilogram: number | null): Promise<number> {
    const sku = await this.store.sku()
    if (perKilogram === null) return sku
    this.#kilogram ??= this.app.db.write(
      this.mine.id,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`insert into unit (code, name) values ('KG', '公斤') returning id`,
        ))!.id,
    )
    const kilogram = await this.#kilogram
    await this.app.db.write(this.mine.id, (tx) =>
      sql`insert into product_unit (product_id, unit_id, position, ratio)
        select product_id, ${kilogram}, 1, ${perKilogram} from product_sku where id = ${sku}`.execute(
        tx,
      ),
    )
    return sku
  }
  async onHand(sku: number): Promise<{ quantity: number; value: number }> {
    return this.app.db.read(
      this.mine.id,
      async (tx) =>
        (await row<{ quantity: number; value: number }>(
          tx,
          sql`select coalesce(sum(quantity), 0) as quantity, coalesce(sum(value), 0) as value
            from stock_balance where sku_id = ${sku}`,
        ))!,
    )
  }
}
