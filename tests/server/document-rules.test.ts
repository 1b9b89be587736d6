import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allowed } from '#contract/entity.ts'
import { auditStatus, fulfilment, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { conversions, nextKinds, type DocumentFacts } from '#contract/inventory/document-rules.ts'
import { documents } from '#contract/inventory/document.ts'
import { documentRemaining } from '#contract/inventory/document-calls.ts'
import { oneStore } from './ground.ts'
import { day, kinds } from './stock.ts'

const { app, mine, store } = await oneStore()

/** Where and why a document of a kind goes; each of them is asked about in every state. */
const heads: Readonly<Record<DocumentKind, readonly Record<string, string>[]>> = {
  aplionform: [{}],
  transfer: [{}],
  warehousing: [{ purpose: 'purchase' }, { purpose: 'transfer' }],
  shipment: [{ purpose: 'sale' }, { purpose: 'transfer' }],
  return: [{ direction: 'in' }, { direction: 'out' }],
  inventory_form: [{}],
  input_warehousing: [{ purpose: 'purchase' }],
  input_shipment: [{ purpose: 'scrap' }],
}
const standings = Object.values(auditStatus).flatMap((status) =>
  (status === auditStatus.approved ? Object.values(fulfilment) : [fulfilment.none]).flatMap(
    (done) => [0, 1].map((closedFlag) => ({ status, done, closedFlag })),
  ),
)

// What a button offers is read from the row that the server shows; what the server takes is asked.
describe.each(kinds)('%s', (kind) => {
  const entity = documents[kind]
  const other = Object.keys(conversions) as DocumentKind[]

  const ways = standings.filter(({ closedFlag }) => !closedFlag || 'closedFlag' in entity.fields)
  const ground = (async () => ({
    warehouseId: await store.warehouse(1),
    toWarehouseId: await store.warehouse(),
    skuId: await store.sku({ agriculturalFlag: 1 }),
  }))()

  const made = async (head: Record<string, string>) => {
    const { warehouseId, toWarehouseId, skuId } = await ground
    const body = {
      warehouseId,
      ...('purpose' in entity.fields && {
        purpose: kind.endsWith('warehousing') ? 'purchase' : 'scrap',
      }),
      ...('toWarehouseId' in entity.fields && { toWarehouseId }),
    }
    const goods = [kind === 'inventory_form' ? { skuId } : { skuId, quantity: 2 }]
    const { id } = await store.draft(kind, body, goods)
    return { id, head, body: { ...body, occurredOn: day(), goods } }
  }
  const put = (
    { id, head }: Awaited<ReturnType<typeof made>>,
    { status, done, closedFlag }: (typeof standings)[number],
  ) =>
    app.db.write(mine.id, async (tx) => {
      await sql`update stock_document set audit_status = ${status}, exec_status = ${done},
        closed_flag = ${closedFlag}, booked_at = now(), purpose = coalesce(${head.purpose ?? null}, purpose),
        direction = coalesce(${head.direction ?? null}, direction) where id = ${id}`.execute(tx)
      if (kind === 'inventory_form')
        await sql`update stock_document_line set booked = 1, counted = 2 where document_id = ${id}`.execute(
          tx,
        )
    })

  test(
    'is turned into what its page offers, and into nothing else',
    { timeout: 120_000 },
    async () => {
      for (const head of heads[kind]) {
        const document = await made(head)
        for (const standing of ways) {
          await put(document, standing)
          const row = (await store.show(kind, document.id)) as unknown as DocumentFacts
          const offered = nextKinds(kind, row)
          const never = other.find((to) => !conversions[kind].includes(to))!
          const taken: string[] = []
          for (const to of [...conversions[kind], never]) {
            const { statusCode } = await mine.admin.send(documentRemaining, { id: document.id, to })
            expect([200, 409, 422]).toContain(statusCode)
            if (statusCode === 200) taken.push(to)
          }
          expect({ ...standing, ...head, kinds: taken }).toEqual({
            ...standing,
            ...head,
            kinds: offered,
          })
        }
      }
    },
  )

  test(
    'is called over, changed and deleted where its page offers that',
    { timeout: 120_000 },
    async () => {
      for (const head of heads[kind]) {
        let document = await made(head)
        for (const standing of ways)
          for (const action of ['close', 'edit', 'delete'] as const) {
            if (!entity.api[action]) continue
            await put(document, standing)
            const row = (await store.show(kind, document.id)) as unknown as Record<string, unknown>
            const answer = await mine.admin.send(
              store.at(kind, action, document.id),
              action === 'close'
                ? { closeReason: '不再到货' }
                : action === 'edit'
                  ? {
                      ...document.body,
                      id: document.id,
                      objectVersionNumber: row.objectVersionNumber,
                    }
                  : {},
            )
            const isRefused = answer.statusCode === 409 && answer.json().code === 'error.state'
            expect({ ...standing, ...head, action, isOpen: !isRefused }).toEqual({
              ...standing,
              ...head,
              action,
              isOpen: allowed(entity, action, row),
            })
            if (action === 'delete' && !isRefused) document = await made(head)
          }
      }
    },
  )
})
