import { sql } from 'kysely'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { row, rows } from '#server/db/database.ts'
import type { Client } from '#server/demo/client.ts'
import type { App } from '#server/app.ts'
import { checkStock } from '#server/engines/stock/check.ts'
import { day, Store, type Document, type Good } from '#tests/server/stock.ts'

export interface ModelResult {
  /** Calls that wrote or were refused. */
  commands: number
  refused: Readonly<Record<string, number>>
  /** What broke a law, in words; none is how it should be. */
  violations: string[]
}
interface Options { app: App; tenant: { id: number; admin: Client }; commands: number; seed: number; workers?: number; say?: (line: string) => void }

/** Refusals that random people run into; anything else is a fault. */
const lawful = new Set(['stock.short', 'stock.remaining', 'stock.backdated', 'stock.counted', 'document.source_state', 'document.followed', 'document.conversion', 'document.empty',
  'error.state', 'error.optimistic_lock', 'error.idempotency.running', 'stocktake.uncounted', 'stocktake.nothing', 'error.not_found'])

/** A small generator of numbers, so that a run can be had again. */
function numbers(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** People who buy, issue, move, give back, count, void and repeat themselves, at once and at random. */
export class StockModel {
  readonly #options: Options
  readonly #store: Store
  readonly #random: () => number
  readonly #refused: Record<string, number> = {}
  readonly #violations: string[] = []
  #commands = 0
  #keys = 0
  #warehouses: number[] = []
  #skus: number[] = []
  /** Documents to go on with; the oldest are forgotten. */
  readonly #known: { id: number; kind: DocumentKind }[] = []
  constructor(options: Options) {
    this.#options = options
    this.#store = new Store(options.app, options.tenant)
    this.#random = numbers(options.seed)
  }
  #below = (most: number) => Math.floor(this.#random() * most)
  #one = <T>(list: readonly T[]): T => list[this.#below(list.length)]!
  #quantity = () => this.#one([1, 2, 3, 0.001, 0.333, 7.5, 12.345, 100])
  #price = () => this.#one([null, 0, 0.01, 1, 3.3, 3.3333, 99.99, 0.0001])
  #goods(priced: boolean): Good[] {
    const chosen = new Set(Array.from({ length: 1 + this.#below(4) }, () => this.#one(this.#skus)))
    return [...chosen].map((skuId) => ({ skuId, quantity: this.#quantity(), ...(priced && { price: this.#price() }) }))
  }

  /** One call, sometimes twice at once with one key, as a double click does. */
  async #call(endpoint: string, input: Record<string, unknown>): Promise<Document | null> {
    const { admin } = this.#options.tenant
    const headers = this.#random() < 0.1 ? { 'idempotency-key': `model-${this.#options.seed}-${++this.#keys}` } : null
    const answers = await Promise.all(Array.from({ length: headers ? 2 : 1 }, () => admin.send(endpoint, input, headers ?? {})))
    this.#commands += answers.length
    for (const answer of answers.filter(({ statusCode }) => statusCode >= 400)) {
      const { code } = answer.json() as { code: string }
      this.#refused[code] = (this.#refused[code] ?? 0) + 1
      if (!lawful.has(code)) this.#violations.push(`${endpoint}: ${answer.statusCode} ${answer.body.slice(0, 300)}`)
    }
    const made = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json() as Document)
    if (new Set(made.map(({ id }) => id)).size > 1) this.#violations.push(`${endpoint}: one key made ${made.map(({ id }) => id).join(' and ')}`)
    return made[0] ?? null
  }
  async #make(kind: DocumentKind, head: Record<string, unknown>, goods?: Good[]): Promise<Document | null> {
    return this.#call(documents[kind].api.create!, { occurredOn: day(), ...head, ...(goods && { goods }) })
  }
  async #post(kind: DocumentKind, draft: Document | null): Promise<void> {
    if (!draft) return
    if (await this.#call(this.#store.at(kind, 'submit', draft.id), {})) this.#remember(draft.id, kind)
  }
  #remember(id: number, kind: DocumentKind): void {
    this.#known.push({ id, kind })
    if (this.#known.length > 60) this.#known.splice(this.#below(30), 1)
  }
  async #convert(from: number, to: DocumentKind): Promise<void> {
    const answer = await this.#options.tenant.admin.send(`GET /wfpf/v1/{tenant}/stock-document/${from}/remaining`, { to })
    if (answer.statusCode !== 200) return
    const { warehouseId, purpose, goods: left } = answer.json() as { warehouseId: number; purpose?: string; goods: (Good & { sourceLineId: number; lot: string | null })[] }
    if (left.length === 0) return
    const goods = left.map(({ skuId, quantity, sourceLineId }) => ({ skuId, sourceLineId, quantity: this.#random() < 0.6 ? quantity! : Math.max(0.001, Math.round(quantity! * this.#random() * 1200) / 1000) }))
    await this.#post(to, await this.#make(to, { warehouseId, ...(purpose && { purpose }), sourceId: from }, goods))
  }
  async #count(): Promise<void> {
    const draft = await this.#make('inventory_form', { warehouseId: this.#one(this.#warehouses) }, this.#goods(false).map(({ skuId }) => ({ skuId })))
    if (!draft) return
    const started = await this.#call(this.#store.at('inventory_form', 'start', draft.id), {})
    if (!started) return
    const counted = started.goods.map(({ id, booked }) => ({ id, counted: Math.max(0, this.#random() < 0.5 ? booked! : Math.round((booked! + this.#below(9) - 4) * 1000) / 1000) }))
    await this.#call(`POST /wfpf/v1/{tenant}/inventory-form/${draft.id}/count`, { lines: counted })
    await this.#post('inventory_form', draft)
  }
  async #step(): Promise<void> {
    const chance = this.#random()
    const warehouseId = this.#one(this.#warehouses)
    const { id, kind } = this.#known.length > 0 ? this.#one(this.#known) : { id: 0, kind: 'warehousing' as const }
    if (chance < 0.28 || id === 0) return this.#post('warehousing', await this.#make('warehousing', { warehouseId, purpose: 'purchase', otherFees: this.#random() < 0.2 ? [{ name: 'freight', amount: 12.34 }] : [] }, this.#goods(true)))
    if (chance < 0.5) return this.#post('shipment', await this.#make('shipment', { warehouseId, purpose: this.#one(['sale', 'use', 'scrap']) }, this.#goods(false)))
    if (chance < 0.57) return this.#post('transfer', await this.#make('transfer', { warehouseId, toWarehouseId: this.#one(this.#warehouses.filter((one) => one !== warehouseId)) }, this.#goods(false)))
    if (chance < 0.61) return this.#post('aplionform', await this.#make('aplionform', { warehouseId }, this.#goods(true)))
    if (chance < 0.66) return this.#count()
    if (chance < 0.72) return void (await this.#call(this.#store.at(kind, 'void', id), {}))
    if (chance < 0.74) return void (await this.#call(this.#store.at(kind, 'submit', id), {}))
    if (chance < 0.75 && documents[kind].api.close) return void (await this.#call(this.#store.at(kind, 'close', id), { closeReason: 'no longer needed' }))
    return this.#convert(id, this.#one(['warehousing', 'shipment', 'return']))
  }

  async run(): Promise<ModelResult> {
    const { commands, workers = 6, say = () => undefined } = this.#options
    this.#warehouses = [await this.#store.warehouse(), await this.#store.warehouse(), await this.#store.warehouse(1)]
    this.#skus = await Promise.all(Array.from({ length: 8 }, () => this.#store.sku()))
    const every = Math.max(5000, Math.ceil(commands / 20))
    for (let next = Math.min(every, commands); ; next = Math.min(next + every, commands)) {
      await Promise.all(Array.from({ length: workers }, async () => {
        while (this.#commands < next && this.#violations.length === 0) await this.#step()
      }))
      await this.#laws()
      say(`${this.#commands} commands, ${this.#violations.length} violations`)
      if (next === commands || this.#violations.length > 0) break
    }
    if (this.#violations.length === 0) await this.#undo()
    return { commands: this.#commands, refused: this.#refused, violations: this.#violations }
  }

  async #laws(): Promise<void> {
    const { app, tenant } = this.#options
    await app.db.read(tenant.id, async (tx) => {
      for (const fault of await checkStock(tx)) this.#violations.push(`ledger and balance: ${JSON.stringify(fault)}`)
      const broken = async (law: string, statement: ReturnType<typeof sql>) => {
        for (const found of await rows(tx, statement)) this.#violations.push(`${law}: ${JSON.stringify(found)}`)
      }
      await broken('below nothing', sql`select b.* from stock_balance b join warehouse w on w.id = b.warehouse_id where b.quantity < 0 and w.negative_flag = 0 limit 5`)
      await broken('below nothing on the way', sql`select g.* from stock_ledger g join warehouse w on w.id = g.warehouse_id where g.balance_quantity < 0 and w.negative_flag = 0 limit 5`)
      await broken('more carried out than there was', sql`select * from stock_document_line l join stock_document d on d.id = l.document_id where l.done_quantity > coalesce(l.quantity, l.done_quantity) limit 5`)
      await broken('carried out is not what was approved', sql`select l.id, l.done_quantity, c.done from stock_document_line l join stock_document d on d.id = l.document_id
        cross join lateral (select coalesce(sum(x.quantity), 0) as done from stock_document_line x join stock_document h on h.id = x.document_id where x.source_line_id = l.id and h.audit_status = 2) c
        where d.kind <> 'inventory_form' and l.done_quantity <> c.done limit 5`)
      // A transfer conserves: what was sent has arrived or is on its way, at the same value.
      await broken('lost in transit', sql`select s.id, -g.quantity as sent, coalesce(sum(i.quantity), 0) as arrived from stock_document d join stock_document_line s on s.document_id = d.id
        join stock_ledger g on g.line_id = s.id and g.type = 'out' left join stock_document_line r on r.source_line_id = s.id
        left join stock_document h on h.id = r.document_id and h.audit_status = 2 left join stock_ledger i on i.line_id = r.id and i.document_id = h.id and i.type = 'in'
        where d.kind = 'shipment' and d.purpose = 'transfer' and d.audit_status = 2 group by s.id, g.quantity, s.done_quantity having coalesce(sum(i.quantity), 0) <> s.done_quantity or s.done_quantity > -g.quantity limit 5`)
      await broken('approved and not posted, or posted and not approved', sql`select d.id, d.kind, d.audit_status, l.id as line from stock_document d join stock_document_line l on l.document_id = d.id
        left join lateral (select count(*) filter (where type in ('in', 'out', 'gain', 'loss')) as posted, count(*) filter (where type like 'void%' and type <> 'voidRevaluation') as undone from stock_ledger g where g.line_id = l.id) g on true
        where g.posted <> case when d.kind in ('aplionform', 'transfer') or d.audit_status not in (2, 4) then 0 when d.kind = 'inventory_form' then (l.counted <> l.booked)::int else 1 end
          or g.undone <> case when d.audit_status = 4 then g.posted else 0 end limit 5`)
    })
  }

  /** Voids everything, newest first, again and again while that frees others. */
  async #undo(): Promise<void> {
    const { app, tenant } = this.#options
    const approved = () => app.db.read(tenant.id, (tx) => rows<{ id: number; kind: DocumentKind }>(tx, sql`select id, kind from stock_document where audit_status = 2 order by approved_at desc, id desc`))
    await app.db.write(tenant.id, (tx) => sql`delete from stock_document where audit_status in (0, 3, 5) and not exists (select 1 from stock_ledger g where g.document_id = stock_document.id)`.execute(tx))
    let left = await approved()
    for (let before = Infinity; left.length > 0 && left.length < before; left = await approved()) {
      before = left.length
      for (const { id, kind } of left) {
        await tenant.admin.send(this.#store.at(kind, 'void', id), {})
        this.#commands++
      }
    }
    if (left.length > 0) this.#violations.push(`${left.length} documents could not be voided, such as ${JSON.stringify(left[0])}`)
    const remains = await app.db.read(tenant.id, (tx) => row<{ n: number }>(tx, sql`select count(*) as n from stock_balance where quantity <> 0 or value <> 0`))
    if (remains!.n > 0) this.#violations.push(`${remains!.n} balances are left when everything is voided`)
    await this.#laws()
  }
}
