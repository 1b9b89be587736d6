import { sql } from 'kysely'
import { documentKinds, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import type { productTypes } from '#contract/inventory/product.ts'
import { documentRemaining } from '#contract/inventory/document-calls.ts'
import type { App } from '#server/app.ts'
import { row, rows, type Sql } from '#server/db/database.ts'
import type { Client } from '#server/demo/client.ts'
import { checkStock } from '#server/modules/inventory/engine/check.ts'
import type { Tenant, TestApp } from './harness.ts'

export interface Line {
  id: number
  skuId: number
  lot: string | null
  quantity: number
  price: number | null
  amount: number | null
  doneQuantity: number
  unitCost: number | null
  unitId: number | null
  unitIdName: string | null
  unitRatio: number | null
  unitQuantity: number | null
  unitPrice: number | null
  sourceLineId: number | null
  booked: number | null
  counted: number | null
  difference: number | null
  moved: number | null
}
export interface Document {
  id: number
  code: string
  auditStatus: number
  execStatus: number
  objectVersionNumber: number
  goods: Line[]
  goodsTotal: number
  total: number
  direction?: string
}
export interface DocumentLine {
  skuId: number
  unitId?: number
  unitQuantity?: number
  unitPrice?: number | null
  quantity?: number
  price?: number | null
  lot?: string
  sourceLineId?: number
  expiresOn?: string
  germination?: number
  testedOn?: string
  sampleSize?: number
  batchId?: number
}
export interface Balance {
  warehouseId: number
  skuId: number
  lot: string
  quantity: number
  value: number
  average: number | null
}

let serial = 0
// Not the harness’s: benches use this too, and it wants a test run.
const unique = (prefix: string) => `${prefix}${process.pid % 1000}-${++serial}`

/** The day it is in China, as tenants have it unless they say otherwise. */
export const day = (offset = 0) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(
    Date.now() + offset * 86_400_000,
  )

/** Farmers' stores to try stock in: things and warehouses by SQL, documents by their calls. */
export class Store {
  readonly app: App
  readonly tenant: number
  readonly admin: Client
  #unit: Promise<number> | null = null
  constructor(app: App, tenant: { id: number; admin: Client }) {
    this.app = app
    this.tenant = tenant.id
    this.admin = tenant.admin
  }
  async warehouse(negativeFlag = 0): Promise<number> {
    return this.app.db.write(
      this.tenant,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`insert into warehouse (name, code, negative_flag)
            values (${unique('仓')}, ${unique('w')}, ${negativeFlag}) returning id`,
        ))!.id,
    )
  }
  /** A product that is one thing. */
  async sku({
    lotFlag = 0,
    agriculturalFlag = 0,
    enabledFlag = 1,
    type = 'fertilizer',
  }: {
    lotFlag?: number
    agriculturalFlag?: number
    enabledFlag?: number
    type?: keyof typeof productTypes
  } = {}): Promise<number> {
    this.#unit ??= this.app.db.write(
      this.tenant,
      async (tx) =>
        (await row<{ id: number }>(
          tx,
          sql`insert into unit (code, name) values (${unique('u')}, '袋') returning id`,
        ))!.id,
    )
    const unit = await this.#unit
    return this.app.db.write(this.tenant, async (tx) => {
      const made = (await row<{ id: number }>(
        tx,
        sql`insert into product (name, code, type, unit_id, lot_flag, agricultural_flag, enabled_flag)
        values (${unique('货')}, ${unique('p')}, ${type}, ${unit}, ${lotFlag},
        ${agriculturalFlag}, ${enabledFlag}) returning id`,
      ))!.id
      return (await row<{ id: number }>(
        tx,
        sql`insert into product_sku (product_id) values (${made}) returning id`,
      ))!.id
    })
  }
  /** A further unit of the thing. Answers the unit. */
  async unit(sku: number, ratio: number): Promise<number> {
    return this.app.db.write(this.tenant, async (tx) => {
      const made = (await row<{ id: number }>(
        tx,
        sql`insert into unit (code, name, en_name) values (${unique('u')}, '箱', 'box') returning id`,
      ))!.id
      await sql`insert into product_unit (product_id, unit_id, position, ratio)
        select product_id, ${made}, 1, ${ratio} from product_sku where id = ${sku}`.execute(tx)
      return made
    })
  }
  draft(
    kind: DocumentKind,
    head: Record<string, unknown>,
    goods?: readonly DocumentLine[],
  ): Promise<Document> {
    return this.admin.call<Document>(documents[kind].api.create!, {
      occurredOn: day(),
      ...head,
      ...(goods && { goods }),
    })
  }
  show(kind: DocumentKind, id: number): Promise<Document> {
    return this.admin.call<Document>(documents[kind].api.show!.replace('{id}', String(id)))
  }
  at(kind: DocumentKind, action: string, id: number): string {
    return documents[kind].api[action]!.replace('{id}', String(id))
  }
  move(
    kind: DocumentKind,
    action: string,
    id: number,
    input: Record<string, unknown> = action === 'void' ? { voidReason: '录错' } : {},
  ): Promise<Document> {
    return this.admin.call<Document>(this.at(kind, action, id), input)
  }
  async posted(
    kind: DocumentKind,
    head: Record<string, unknown>,
    goods: readonly DocumentLine[],
  ): Promise<Document> {
    const { id } = await this.draft(kind, head, goods)
    return this.move(kind, 'submit', id)
  }
  receive(
    warehouseId: number,
    skuId: number,
    quantity: number,
    price: number | null,
    more: Partial<DocumentLine> & { occurredOn?: string; otherFees?: unknown[] } = {},
  ): Promise<Document> {
    const { occurredOn = day(), otherFees = [], ...good } = more
    return this.posted('warehousing', { warehouseId, purpose: 'purchase', occurredOn, otherFees }, [
      { skuId, quantity, price, ...good },
    ])
  }
  ship(
    warehouseId: number,
    skuId: number,
    quantity: number,
    more: Partial<DocumentLine> & { occurredOn?: string } = {},
  ): Promise<Document> {
    const { occurredOn = day(), ...good } = more
    return this.posted('shipment', { warehouseId, purpose: 'use', occurredOn }, [
      { skuId, quantity, ...good },
    ])
  }
  /** A posted document made from all that is left of another. */
  async convert(
    from: number,
    to: DocumentKind,
    change: (goods: DocumentLine[]) => DocumentLine[] = (goods) => goods,
  ): Promise<Document> {
    const { id } = await this.converted(from, to, change)
    return this.move(to, 'submit', id)
  }
  async converted(
    from: number,
    to: DocumentKind,
    change: (goods: DocumentLine[]) => DocumentLine[] = (goods) => goods,
  ): Promise<Document> {
    const left = await this.remaining(from, to)
    const goods = left.goods.map(
      ({ skuId, lot, quantity, price, unitId, unitQuantity, unitPrice, sourceLineId }) =>
        ({
          skuId,
          ...(lot ? { lot } : {}),
          quantity,
          ...(price !== null && { price }),
          ...(unitId ? { unitId, unitQuantity, unitPrice } : {}),
          sourceLineId,
        }) as DocumentLine,
    )
    const { warehouseId, purpose } = left
    return this.draft(
      to,
      { warehouseId, ...(purpose ? { purpose } : {}), sourceId: from },
      change(goods),
    )
  }
  remaining(id: number, to: DocumentKind) {
    return this.admin.call(documentRemaining, { id, to })
  }
  async balance(
    warehouse: number,
    sku: number,
    lot = '',
  ): Promise<Pick<Balance, 'quantity' | 'value' | 'average'>> {
    const found = await this.app.db.read(this.tenant, (tx) =>
      row<Balance>(
        tx,
        sql`select quantity, value, average from stock_balance where warehouse_id = ${warehouse}
          and sku_id = ${sku} and lot = ${lot}`,
      ),
    )
    return found ?? { quantity: 0, value: 0, average: null }
  }
  ledger(sku: number) {
    return this.app.db.read(this.tenant, (tx) =>
      rows<{
        type: string
        quantity: number
        unitCost: number | null
        value: number
        balanceQuantity: number
        balanceValue: number
        lineId: number
      }>(
        tx,
        sql`select type, quantity, unit_cost, value, balance_quantity, balance_value, line_id
          from stock_ledger where sku_id = ${sku} order by id`,
      ),
    )
  }
  /** Faults of the whole tenant; none is how it should be. */
  faults() {
    return this.app.db.read(this.tenant, checkStock)
  }
  /** Voids every approved document, what was made last first. */
  async voidEverything(): Promise<void> {
    const all = await this.app.db.read(this.tenant, (tx) =>
      rows<{ id: number; kind: DocumentKind }>(
        tx,
        sql`select id, kind from stock_document where audit_status = 2 order by id desc`,
      ),
    )
    for (const { id, kind } of all) await this.move(kind, 'void', id)
  }
}
export const kinds = Object.values(documentKinds)

/** What a call was refused with, and its status. */
export const refusal = async (
  sent: Promise<{
    statusCode: number
    json(): { code: string; message: string; fields?: Record<string, string> }
  }>,
) => {
  const answer = await sent
  return { status: answer.statusCode, ...answer.json() }
}
/** Sets the tenant's options of inventory, which may have no row yet. */
export const setOption = (app: TestApp, { id }: Tenant, what: Sql) =>
  app.db.write(id, async (tx) => {
    await sql`insert into inventory_option default values on conflict do nothing`.execute(tx)
    await sql`update inventory_option set ${what}`.execute(tx)
  })
