import { describe, expect, test } from 'vitest'
import { untyped } from '#server/demo/client.ts'
import { entities } from '#contract/domains.ts'
import { agriculturalInput } from '#contract/inventory/agricultural-input.ts'
import { costCode } from '#contract/inventory/cost.ts'
import { documentChain, documentRemaining } from '#contract/inventory/document-calls.ts'
import { documents, warehousing } from '#contract/inventory/document.ts'
import { product } from '#contract/inventory/product.ts'
import { sku } from '#contract/inventory/sku.ts'
import { stockBalance, stockMovement } from '#contract/inventory/stock.ts'
import { hiddenOf } from '#contract/seen.ts'
import { exportStockReport, stockReports } from '#contract/inventory/report-calls.ts'
import {
  exportList,
  recordHistory,
  exportAudit,
  job as jobCall,
  auditLog,
} from '#contract/platform/platform-calls.ts'
import { callOf } from '#contract/entity-calls.ts'
import { oneStore } from './ground.ts'
import { newMember, question, unique, download } from './harness.ts'
import { day, Store } from './stock.ts'

const { app, mine, store } = await oneStore()
const codes = [
  ...new Set(
    [...Object.values(documents), product, stockBalance, stockMovement].flatMap(
      ({ permissions }) => Object.values(permissions).flat() as string[],
    ),
  ),
  'wfpf.inventory.prment.report',
  'wfpf.company.system.auditLog',
  'wfpf.company.system.auditLog.ps.export',
]
const keeper = await newMember(
  app,
  mine,
  codes.filter((code) => code !== costCode),
)
const buyer = await newMember(app, mine, codes)
/** A price that stands in nothing else. */
const price = 7613.37
/**
 * With what it makes: twice, with the fee, of one with its fee, by the bag, of five. To the cent:
 * whole yuan alone may stand in a request's id or a time.
 */
const worth = /7,?613\.37|15,?226\.74|22,?840\.11|11,?420\.0[56]|76,?133\.7|152,?267\.4|38,?066\.85/
const [warehouseId, skuId] = [await store.warehouse(), await store.sku()]
const bag = await store.unit(skuId, 10)
const order = await store.posted('aplionform', { warehouseId }, [
  { skuId, quantity: 1, unitId: bag, unitQuantity: 2, unitPrice: price * 10 },
])
const receipt = await store.receive(warehouseId, skuId, 2, price, {
  otherFees: [{ name: '运费', amount: 7613.37 }],
})
const gone = await store.ship(warehouseId, skuId, 1)
const item = await mine.admin.call(callOf(product, 'create'), {
  name: unique('肥'),
  code: unique('p'),
  type: 'fertilizer',
  unitId: bag,
  costPrice: price,
  skus: [{ combination: '大', costPrice: price }],
})
const span = { from: day(-5), to: day() }

describe('what goods cost', () => {
  const questions = [
    ...(
      [
        ['aplionform', order.id],
        ['warehousing', receipt.id],
        ['shipment', gone.id],
      ] as const
    ).flatMap(([kind, id]) => [
      question(callOf(documents[kind], 'list'), {}),
      question(callOf(documents[kind], 'show'), { id }),
      question(documentChain, { id }),
      question(recordHistory, { entity: documents[kind].name, recordId: String(id) }),
    ]),
    question(documentRemaining, { id: order.id, to: 'warehousing' }),
    question(documentRemaining, { id: receipt.id, to: 'return' }),
    question(callOf(stockBalance, 'list'), {}),
    question(callOf(stockBalance, 'list'), { sort: 'value,desc' }),
    question(callOf(stockMovement, 'list'), {}),
    question(callOf(product, 'list'), {}),
    question(callOf(product, 'show'), { id: item.id }),
    question(callOf(agriculturalInput, 'list'), {}),
    question(callOf(sku, 'list'), {}),
    question(stockReports.summary, span),
    question(stockReports.usage, span),
    question(stockReports.turnover, span),
    question(stockReports.ageing, { on: day() }),
    question(auditLog, { size: 200 }),
  ]
  test.each(questions)(
    '$endpoint $input is told to who holds the code, and to nobody else',
    async ({ sentBy }) => {
      const answer = await sentBy(keeper)
      expect([answer.statusCode, worth.exec(answer.body)?.[0]]).toEqual([200, undefined])
    },
  )
  test('the same questions have them in their answers for who holds it', async () => {
    const silent = await Promise.all(
      questions.map(async ({ endpoint, sentBy }) =>
        worth.test((await sentBy(buyer)).body) ? [] : [endpoint.split('/').at(-1)],
      ),
    )
    expect([...new Set(silent.flat())].sort()).toEqual(['agricultural-input', 'chain'])
  })

  test('is in no file', async () => {
    const asked = { entity: stockBalance.name, format: 'csv', query: { sort: 'value,desc' } }
    expect(
      (
        await keeper.send(
          exportList,
          untyped({
            ...asked,
            columns: ['skuId', 'value'],
          }),
        )
      ).statusCode,
    ).toBe(403)
    const files = await Promise.all([
      keeper.call(exportList, {
        entity: product.name,
        format: 'csv',
        columns: ['name', 'skus'],
        query: {},
      }),
      keeper.call(exportStockReport, {
        report: 'summary',
        format: 'csv',
        ...span,
      }),
      keeper.call(exportAudit, {}),
    ])
    for (const { jobId } of files) {
      await app.jobs.work()
      const job = await keeper.call(jobCall, { id: jobId })
      expect(job.state).toBe('done')
      const { statusCode, body } = await download(keeper, job.resultUrl!)
      expect([statusCode, worth.exec(body)?.[0]]).toEqual([200, undefined])
    }
  })

  test('is not given by who may not see it, and stays where they change the rest', async () => {
    const mineOf = new Store(app, { id: mine.id, admin: keeper as never })
    expect(
      (
        await keeper.send(callOf(warehousing, 'create'), {
          occurredOn: day(),
          warehouseId,
          purpose: 'purchase',
          goods: [{ skuId, quantity: 1, price: 5 }],
        })
      ).statusCode,
    ).toBe(403)
    expect(
      (
        await keeper.send(callOf(product, 'create'), {
          name: unique('肥'),
          code: unique('p'),
          type: 'seed',
          unitId: bag,
          costPrice: 5,
        })
      ).statusCode,
    ).toBe(403)
    const left = await mineOf.remaining(order.id, 'warehousing')
    const draft = await mineOf.draft(
      'warehousing',
      { warehouseId, purpose: 'purchase', sourceId: order.id },
      left.goods.map(({ skuId: id, quantity, unitId, unitQuantity, sourceLineId }) => ({
        skuId: id,
        quantity,
        ...(unitId ? { unitId: Number(unitId), unitQuantity: Number(unitQuantity) } : {}),
        sourceLineId: Number(sourceLineId),
      })),
    )
    expect(draft.goods[0]).not.toHaveProperty('price')
    const whole = await store.show('warehousing', draft.id)
    expect(whole.goods[0]).toMatchObject({ unitPrice: price * 10, amount: 152_267.4, quantity: 20 })
    const body = {
      id: draft.id,
      objectVersionNumber: whole.objectVersionNumber,
      occurredOn: day(),
      warehouseId,
      purpose: 'purchase',
      otherFees: [],
      goods: [{ skuId, quantity: 5, price: null, sourceLineId: left.goods[0]!.sourceLineId }],
    }
    const changed = await keeper.call(callOf(warehousing, 'edit'), body)
    expect(changed).not.toHaveProperty('total')
    expect((await store.show('warehousing', draft.id)).goods[0]).toMatchObject({
      price,
      amount: 38_066.85,
    })
    const stale = await keeper.send(callOf(warehousing, 'edit'), body)
    expect([stale.statusCode, worth.test(stale.body)]).toEqual([409, false])
    const key = { 'idempotency-key': unique('k') }
    const handed = [
      await keeper.send(store.at('warehousing', 'submit', draft.id) as never, {}, key),
      await keeper.send(store.at('warehousing', 'submit', draft.id) as never, {}, key),
    ]
    for (const { statusCode, body: text } of handed)
      expect([statusCode, worth.test(text)]).toEqual([200, false])
    const kept = await keeper.call(callOf(product, 'show'), { id: item.id })
    await keeper.call(callOf(product, 'edit'), {
      id: item.id,
      objectVersionNumber: kept.objectVersionNumber,
      name: unique('肥'),
      code: unique('p'),
      type: 'seed',
      unitId: bag,
      costPrice: null,
      skus: [{ combination: '大', code: 'X-1' }],
    })
    expect(await mine.admin.call(callOf(product, 'show'), { id: item.id })).toMatchObject({
      costPrice: price,
      skus: [{ code: 'X-1', costPrice: price }],
    })
  })
})

test('every amount of the store but what it sells for is told by the code', () => {
  const open = entities
    .filter(({ module }) => module === 'inventory')
    .flatMap(({ name, fields }) =>
      Object.entries(fields).flatMap(([field, one]) =>
        [
          [field, one] as const,
          ...Object.entries(one.columns ?? {}).map(
            ([column, part]) => [`${field}.${column}`, part] as const,
          ),
        ]
          .filter(
            ([path, { unit }]) =>
              unit === 'yuan' &&
              !hiddenOf(fields, new Set()).includes(path) &&
              !hiddenOf(fields, new Set()).includes(field),
          )
          .map(([path]) => `${name}.${path}`),
      ),
    )
  expect(open.filter((path) => !/retailPrice$|vipPrice$/.test(path))).toEqual([])
})
