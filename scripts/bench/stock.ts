import pg from 'pg'
import { documents } from '#contract/inventory/document.ts'
import { Store, day } from '#tests/server/stock.ts'
import { ground } from './stock-ground.ts'

// npm run bench:stock: many at once want the last of a thing; a document of 200 lines; lists of
// 100,000 documents.
const p = (times: number[], share: number) =>
  times
    .toSorted((a, b) => a - b)
    [Math.min(times.length - 1, Math.floor(times.length * share))]!.toFixed(0)
const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const place = await ground()
try {
  const store = new Store(place.app, { id: place.tenant.id, admin: place.admin })
  // The first calls of a process are slower than all that follow.
  const [warmWarehouse, warmSku] = [await store.warehouse(1), await store.sku()]
  for (let i = 0; i < 40; i++) await store.ship(warmWarehouse, warmSku, 1)
  // The first twenty find connections that have done nothing yet; the others find a server in use.
  for (const people of [20, 20, 20, 20, 100, 500]) {
    const [warehouseId, skuId, lies] = [
      await store.warehouse(),
      await store.sku(),
      Math.floor(people / 3),
    ]
    await store.receive(warehouseId, skuId, lies, 2)
    const drafts: number[] = []
    for (let i = 0; i < people; i++)
      drafts.push(
        (await store.draft('shipment', { warehouseId, purpose: 'sale' }, [{ skuId, quantity: 1 }]))
          .id,
      )
    const times: number[] = []
    let done = 0
    await Promise.all(
      drafts.map(async (id) => {
        const began = performance.now()
        if ((await place.admin.send(store.at('shipment', 'submit', id), {})).statusCode === 200)
          done++
        times.push(performance.now() - began)
      }),
    )
    console.log(
      `${people} at once want the last ${lies}: ${done} got one, oversold ${Math.max(0, done - lies)}; p50 ${p(times, 0.5)} ms, p95 ${p(times, 0.95)} ms`,
    )
  }
  const [warehouseId, things] = [await store.warehouse(), [] as number[]]
  for (let i = 0; i < 200; i++) things.push(await store.sku())
  const long = await store.posted(
    'warehousing',
    { warehouseId, purpose: 'purchase' },
    things.map((skuId) => ({ skuId, quantity: 12.5, price: 3.3333 })),
  )
  const opens: number[] = []
  for (let i = 0; i < 30; i++) opens.push(await timed(() => store.show('warehousing', long.id)))
  console.log(`a document of 200 lines opens: p50 ${p(opens, 0.5)} ms, p95 ${p(opens, 0.95)} ms`)
  console.log(
    `it is voided in ${(await timed(() => store.move('warehousing', 'void', long.id))).toFixed(0)} ms`,
  )

  const owner = new pg.Client({ connectionString: place.owner })
  await owner.connect()
  await owner.query(`set app.tenant_id = '${place.tenant.id}'`)
  const partners = await owner.query<{ id: string }>(
    "insert into partner (name, code, category) select 'partner ' || n, 'b' || n, 'both' from generate_series(1, 200) n returning id",
  )
  await owner.query(
    `with made as (insert into stock_document (code, kind, audit_status, exec_status, occurred_on, warehouse_id, partner_id, purpose, bearer, goods_total, total)
    select 'B' || lpad(n::text, 8, '0'), 'warehousing', (array[2, 2, 2, 2, 0, 1, 3, 4])[1 + n % 8], n % 3, current_date - (n / 100), $1, ($2::bigint[])[1 + n % 200], (array['purchase', 'produce', 'initial'])[1 + n % 3], 'bearer', n, n
    from generate_series(1, 100000) n returning id) insert into stock_document_line (document_id, position, sku_id, quantity) select id, 0, $3, 1 from made`,
    [warehouseId, partners.rows.map(({ id }) => id), things[0]],
  )
  await owner.query('analyze')
  await owner.end()
  const queries: Record<string, Record<string, string>> = {
    'the first page': {},
    'page 50': { page: '50' },
    auditStatus: { auditStatus: '3' },
    execStatus: { execStatus: '1' },
    warehouseId: { warehouseId: String(warehouseId) },
    partnerId: { partnerId: partners.rows[7]!.id },
    purpose: { purpose: 'produce' },
    'a day': { occurredOnFrom: day(-30), occurredOnTo: day(-30) },
    'a month': { occurredOnFrom: day(-60), occurredOnTo: day(-30) },
    'part of a number': { code: '00012345' },
    'a number that is not there': { code: 'nothing' },
    'a word in any text': { q: '0009999' },
    'a word that is nowhere': { q: 'nothing' },
    'by total': { sort: 'total,desc' },
    'by number': { sort: 'code,asc' },
    'by day': { sort: 'occurredOn,desc' },
    'state, partner and month': {
      auditStatus: '2',
      partnerId: partners.rows[7]!.id,
      occurredOnFrom: day(-60),
      occurredOnTo: day(-30),
    },
  }
  for (const [name, query] of Object.entries(queries)) {
    const times: number[] = []
    for (let i = 0; i < 20; i++)
      times.push(await timed(() => place.admin.call(documents.warehousing.api.list!, query)))
    console.log(`100,000 documents, ${name}: p50 ${p(times, 0.5)} ms, p95 ${p(times, 0.95)} ms`)
  }
} finally {
  await place.end()
}
