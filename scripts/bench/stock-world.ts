import { sql } from 'kysely'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { row, rows } from '#server/db/database.ts'
import type { Client } from '#server/demo/client.ts'
import type { App } from '#server/app.ts'
import { Store, type Document } from '#tests/server/stock.ts'
import { brokenLaws } from './stock-laws.ts'
import { Oracle, undone, type Delta } from './stock-oracle.ts'

const voided = { voidReason: 'mistake' }
/** What random people run into, the last two at midnight; anything else is a fault. */
const lawful = new Set([
  'stock.short',
  'stock.remaining',
  'document.source_state',
  'document.followed',
  'document.conversion',
  'document.empty',
  'error.state',
  'error.optimistic_lock',
  'error.idempotency.running',
  'stocktake.uncounted',
  'stocktake.nothing',
  'error.not_found',
  'approval.decided',
  'approval.pending',
  'stock.backdated',
  'stock.counted',
  'stock.counted_since',
  'stock.short_since',
])
const remembered = 40

export interface Kept {
  id: number
  kind: DocumentKind
  deltas: readonly Delta[]
}
interface WorldOptions {
  app: App
  tenant: { id: number; admin: Client }
  name: string
  people: number
  isAsking: boolean
}

/** A tenant of its own: what was asked of it, what it answered, and what must be true of it. */
export class World {
  readonly options: WorldOptions
  readonly store: Store
  readonly refused: Record<string, number> = {}
  readonly violations: string[] = []
  /** Approved documents to go on with; some are forgotten. */
  readonly posted: Kept[] = []
  /** Handed in and not decided. */
  readonly waiting: Kept[] = []
  warehouses: number[] = []
  /** Things with the lot that they are kept by; empty: none. */
  things: { skuId: number; lot: string }[] = []
  commands = 0
  #keys = 0
  #oracle = new Oracle([])
  readonly #lately: string[] = []
  constructor(options: WorldOptions) {
    this.options = options
    this.store = new Store(options.app, options.tenant)
  }
  async open(): Promise<void> {
    const { app, tenant, isAsking } = this.options
    this.warehouses = [
      await this.store.warehouse(),
      await this.store.warehouse(),
      await this.store.warehouse(1),
    ]
    this.#oracle = new Oracle([this.warehouses[2]!])
    const plain = await Promise.all(Array.from({ length: 6 }, () => this.store.sku()))
    const kept = await this.store.sku({ lotFlag: 1 })
    this.things = [
      ...plain.map((skuId) => ({ skuId, lot: '' })),
      { skuId: kept, lot: 'A' },
      { skuId: kept, lot: 'B' },
    ]
    if (isAsking)
      await this.#ask(
        await app.db.read(
          tenant.id,
          async (tx) => (await row<{ id: number }>(tx, sql`select id from member`))!.id,
        ),
      )
  }
  /**
   * Receipts and issues need somebody's approval from now on, who may be whoever handed them in.
   */
  async #ask(member: number): Promise<void> {
    const { admin } = this.options.tenant
    const forms = []
    for (const formCode of ['warehousing', 'shipment', 'inventory_form']) {
      const node = {
        key: formCode,
        kind: 'approver',
        parent: '',
        name: 'approval',
        source: 'users',
        mode: 'any',
        userIds: [member],
      }
      const { id } = await admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/approval-flow', {
        name: formCode,
        formCode,
        nodes: [node],
      })
      await admin.call(`POST /wfpf/v1/{tenant}/approval-flow/${id}/enable`)
      forms.push({ formCode, askedFlag: 1, processId: id })
    }
    const { objectVersionNumber } = await admin.call<{ objectVersionNumber: number }>(
      'GET /wfpf/v1/{tenant}/approval-setting',
    )
    await admin.call('PUT /wfpf/v1/{tenant}/approval-setting', {
      ownApprovalFlag: 1,
      objectVersionNumber,
      forms,
    })
  }

  /** What it did lately stands beside what went wrong. */
  fault(what: string): void {
    this.violations.push(`${this.options.name}: ${what}\n  ${this.#lately.join('\n  ')}`)
  }
  /**
   * One command, `times` at once: with one key they are one, without a key one of them succeeds.
   * Answers what came of it,
   * or null where it was refused. `deltas`: what it posts; null where that is not known before.
   */
  async call(
    endpoint: string,
    input: Record<string, unknown>,
    { times = 1, isKeyed = false, deltas = null as readonly Delta[] | null } = {},
  ): Promise<Document | null> {
    const headers: Record<string, string> = isKeyed
      ? { 'idempotency-key': `model-${++this.#keys}` }
      : {}
    const mustBeRefused = deltas !== null && this.#oracle.isShort(deltas)
    const answers = await Promise.all(
      Array.from({ length: times }, () => this.options.tenant.admin.send(endpoint, input, headers)),
    )
    this.commands += times
    const codes = answers.map(({ statusCode, body }) =>
      statusCode < 300 ? 'done' : (JSON.parse(body) as { code: string }).code,
    )
    this.#lately.push(`${endpoint} ${JSON.stringify(input)} ${codes.join(' ')}`)
    if (this.#lately.length > remembered) this.#lately.shift()
    for (const [i, code] of codes.entries()) {
      if (code === 'done') continue
      this.refused[code] = (this.refused[code] ?? 0) + 1
      if (!lawful.has(code))
        this.fault(`${endpoint}: ${answers[i]!.statusCode} ${answers[i]!.body.slice(0, 300)}`)
    }
    const made = answers
      .filter((_, i) => codes[i] === 'done')
      .map(({ body }) => (body === '' ? {} : JSON.parse(body)) as Document)
    if (isKeyed ? new Set(made.map(({ id }) => id)).size > 1 : made.length > 1)
      this.fault(`${endpoint}: ${made.length} of ${times} at once succeeded`)
    // Who is alone knows what must come of it.
    if (
      this.options.people === 1 &&
      deltas &&
      (made.length > 0 || codes.includes('stock.short')) &&
      (made.length === 0) !== mustBeRefused
    )
      this.fault(
        `${endpoint}: ${codes.join(' ')}, and there was ${mustBeRefused ? 'too little' : 'enough'}`,
      )
    if (made.length > 0 && deltas) this.#oracle.apply(deltas)
    return made[0] ?? null
  }
  /** A document that nobody was asked about, or whose case was approved. */
  remember(kept: Kept): void {
    this.posted.push(kept)
    if (this.posted.length > 60) this.posted.splice(Math.floor(this.posted.length / 3), 1)
  }
  async undo(
    { id, kind, deltas }: Kept,
    more: { times?: number; isKeyed?: boolean } = {},
  ): Promise<void> {
    await this.call(this.store.at(kind, 'void', id), voided, { ...more, deltas: undone(deltas) })
  }

  async check(): Promise<void> {
    const { app, tenant } = this.options
    const broken = await app.db.read(tenant.id, async (tx) => [
      ...(await brokenLaws(tx)),
      ...this.#oracle.faults(
        await rows(tx, sql`select warehouse_id, sku_id, lot, quantity from stock_balance`),
      ),
    ])
    for (const one of broken) this.fault(one)
  }
  /**
   * Takes back what waits and voids the rest: nothing may be left. What was issued, given back and
   * is gone can only be voided
   * while other goods lie there, so plenty is received first, and that is voided last.
   */
  async end(): Promise<void> {
    const { app, tenant } = this.options
    for (const { id, kind } of this.waiting)
      await this.call(this.store.at(kind, 'withdraw', id), {})
    await app.db.write(tenant.id, async (tx) => {
      await sql`delete from stock_document d where audit_status in (0, 3, 5)
        and not exists (select 1 from stock_ledger g where g.document_id = d.id)`.execute(tx)
      await sql`update approval_setting set asked_flag = 0`.execute(tx)
    })
    const plenty = new Set<number>()
    for (const warehouseId of this.warehouses)
      plenty.add(
        (
          await this.store.posted(
            'warehousing',
            { warehouseId, purpose: 'initial' },
            this.things.map(({ skuId, lot }) => ({
              skuId,
              ...(lot && { lot }),
              quantity: 1_000_000,
            })),
          )
        ).id,
      )
    const approved = () =>
      app.db.read(tenant.id, (tx) =>
        rows<{ id: number; kind: DocumentKind }>(
          tx,
          sql`select id, kind from stock_document where audit_status = 2 order by id desc`,
        ),
      )
    // Numbers are not the order of postings where several are at work: what a count has in its
    // books, and what a further count has of that, is asked again as long as anything gives way.
    const rest = async () => (await approved()).filter((one) => !plenty.has(one.id))
    for (let [open, before] = [await rest(), Infinity]; open.length < before;) {
      before = open.length
      for (const { id, kind } of open) await this.call(this.store.at(kind, 'void', id), voided)
      open = await rest()
    }
    for (const id of plenty) await this.call(this.store.at('warehousing', 'void', id), voided)
    const left = await approved()
    if (left.length > 0)
      this.fault(`${left.length} documents could not be voided, such as ${JSON.stringify(left[0])}`)
    const faults = await app.db.read(tenant.id, async (tx) => [
      ...(await brokenLaws(tx)),
      ...new Oracle([]).faults(
        await rows(tx, sql`select warehouse_id, sku_id, lot, quantity from stock_balance`),
      ),
      ...(await rows(tx, sql`select * from stock_balance where value <> 0 limit 5`)).map(
        (one) => `worth something when everything is voided: ${JSON.stringify(one)}`,
      ),
    ])
    for (const one of faults) this.fault(one)
  }
}
