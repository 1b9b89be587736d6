import { AsyncLocalStorage } from 'node:async_hooks'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { row, rows } from '#server/db/database.ts'
import { Store } from '#tests/server/stock.ts'

type Query = (this: pg.Client, ...given: unknown[]) => unknown
/**
 * Does something before the nth statement that this process sends from now on. Answers how to stop,
 * and how many were sent.
 */
export function beforeStatement(nth: number, act: (client: pg.Client) => void): () => number {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const send = prototype.query
  let sent = 0
  prototype.query = function query(...given) {
    sent += 1
    if (sent === nth) act(this)
    return send.apply(this, given)
  }
  return () => {
    prototype.query = send
    return sent
  }
}
/** Cuts the connection to the database as a dying process does. */
export const cut = (client: pg.Client) =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy()

export interface Target {
  kind: DocumentKind
  action: 'submit' | 'void'
  id: number
  warehouseId: number
}
/**
 * Documents with two lines, one half to be submitted and one to be voided; every third one ships.
 */
export async function target(store: Store, turn: number): Promise<Target> {
  const [warehouseId, a, b] = [await store.warehouse(), await store.sku(), await store.sku()]
  const goods = [
    { skuId: a, quantity: 2 },
    { skuId: b, quantity: 1.5 },
  ]
  const kind = turn % 3 === 0 ? 'shipment' : 'warehousing'
  if (kind === 'shipment')
    await store.posted(
      'warehousing',
      { warehouseId, purpose: 'purchase' },
      goods.map((good) => ({ ...good, price: 3 })),
    )
  const { id } = await store.draft(
    kind,
    {
      warehouseId,
      purpose: kind === 'shipment' ? 'use' : 'purchase',
      otherFees: [{ name: 'freight', amount: 1 }],
    },
    goods.map((good) => ({ ...good, price: 3.3333 })),
  )
  const action = turn % 2 === 0 ? 'submit' : 'void'
  if (action === 'void') await store.move(kind, 'submit', id)
  return { kind, action, id, warehouseId }
}

/** What a call that moves a document says besides. */
export const saidWith = (action: Target['action']) =>
  action === 'void' ? { voidReason: 'mistake' } : {}

/**
 * What is wrong with a document after its writer died: null where it is approved and each line
 * posted once, or neither; and the
 * same of its voiding. Then does what was cut short again, and looks once more.
 */
export async function fault(store: Store, { kind, action, id }: Target): Promise<string | null> {
  const look = async () => {
    const { status, postings } = await store.app.db.read(store.tenant, async (tx) => ({
      status: (await row<{ auditStatus: number }>(
        tx,
        sql`select audit_status from stock_document where id = ${id}`,
      ))!.auditStatus,
      postings: await rows<{ posted: number; undone: number }>(
        tx,
        sql`select count(*) filter (where g.type in ('in', 'out')) as posted,
          count(*) filter (where g.type in ('voidIn', 'voidOut')) as undone
        from stock_document_line l left join stock_ledger g on g.tenant_id = l.tenant_id
        and g.line_id = l.id where l.document_id = ${id} group by l.id`,
      ),
    }))
    const wanted = { 0: [0, 0], 2: [1, 0], 4: [1, 1] }[status]
    const isWhole =
      postings.length === 2 &&
      postings.every(({ posted, undone }) => posted === wanted?.[0] && undone === wanted[1])
    if (!isWhole) return `${kind} ${id}: status ${status}, ${JSON.stringify(postings)}`
    const faults = await store.faults()
    return faults.length > 0 ? `${kind} ${id}: ${JSON.stringify(faults)}` : null
  }
  const before = await look()
  if (before) return before
  const again = await store.admin.send(store.at(kind, action, id), saidWith(action))
  if (again.statusCode !== 200 && again.json().code !== 'error.state')
    return `${kind} ${id}: ${again.body}`
  return look()
}

/** A document, and before which statement of its call the server stops. */
export interface Point {
  nth: number
  target: Target
}

const call = new AsyncLocalStorage<{ left: number; stop(): void }>()
/**
 * Does the calls side by side, each until it wants to send its nth statement, which is never sent.
 * Answers which of them stopped.
 */
export async function standStill(
  points: readonly Point[],
  act: (target: Target) => Promise<unknown>,
): Promise<boolean[]> {
  const prototype = pg.Client.prototype as unknown as { query: Query }
  const send = prototype.query
  prototype.query = function query(...given) {
    const mine = call.getStore()
    if (mine && --mine.left === 0) {
      mine.stop()
      return new Promise(() => undefined)
    }
    return send.apply(this, given)
  }
  return Promise.all(
    points.map(
      ({ nth, target: one }) =>
        new Promise<boolean>((resolve) => {
          call.run(
            { left: nth, stop: () => resolve(true) },
            () => void act(one).then(() => resolve(false)),
          )
        }),
    ),
  )
}

const child = fileURLToPath(new URL('stock-kill-child.ts', import.meta.url))
/**
 * Lets a server of its own do the calls, which kills itself with -9 when each of them stands before
 * its nth statement or has
 * ended. Answers which were cut short.
 */
export async function killAt(
  points: readonly Point[],
  place: { url: string; dir: string; tenant: { id: number; token: string } },
): Promise<boolean[]> {
  const given = JSON.stringify({ points, url: place.url, dir: place.dir, tenant: place.tenant })
  const server = spawn(process.execPath, ['--import', 'tsx', child, given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  server.stdout.on('data', (text: Buffer) => void (said += text.toString()))
  const signal = await new Promise((resolve) => server.once('close', (_code, by) => resolve(by)))
  if (signal !== 'SIGKILL') throw new Error(`the server was not killed but ended: ${said}`)
  return JSON.parse(said) as boolean[]
}
