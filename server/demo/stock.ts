import { Client, type Injectable } from './client.ts'
import { demoPassword } from './people.ts'
import { Clerk, daysAgo, type Body } from './clerk.ts'

/**
 * Three months of purchasing, using and selling, with what such months have: part deliveries,
 * returns, goods on their way, a count, and things that wait.
 */
export async function makeStock(app: Injectable, admin: Client): Promise<void> {
  const ids = new Map<string, number>()
  for (const [path, key] of [
    ['product/sku', 'code'],
    ['warehouse', 'code'],
    ['trading-partner', 'code'],
    ['land', 'landCode'],
  ] as const) {
    const { content } = await admin.call<{ content: (Body & { id: number })[] }>(
      `GET /wfpf/v1/{tenant}/${path}`,
      { size: '0' },
    )
    for (const row of content) ids.set(String(row[key]), row.id)
  }
  const { content: partners } = await admin.call<{ content: { id: number; category: string }[] }>(
    'GET /wfpf/v1/{tenant}/trading-partner',
    { size: '0' },
  )
  const suppliers = partners
    .filter(({ category }) => category !== 'customer')
    .map(({ id }) => id)
    .reverse()
  const customers = partners
    .filter(({ category }) => category !== 'supplier')
    .map(({ id }) => id)
    .reverse()
  const clerkOf = async (loginName: string) =>
    new Clerk(await new Client(app).signIn(loginName, demoPassword), ids)
  const owner = new Clerk(admin, ids)
  const [store, cold, manager, engineer, buyer] = (await Promise.all(
    ['wuzhiyuan', 'liangshufen', 'huangmei', 'ouyangjun', 'shenlijuan'].map(clerkOf),
  )) as [Clerk, Clerk, Clerk, Clerk, Clerk]
  const [inputs, coldStore, grain, tools] = ['SQ-INPUT', 'SQ-COLD', 'SW-GRAIN', 'TOOLS'].map(
    (code) => owner.id(code),
  )

  await store.hand('input-warehousing', 90, {
    warehouseId: inputs,
    purpose: 'initial',
    bearer: '吴志远',
    remark: '启用系统时盘点入库',
    goods: [
      store.line('F-SDL15', 46, 155),
      store.line('F-NS46', 38, 110),
      store.line('F-SR42', 120, 66),
      store.line('F-GL', 60, 45),
      store.line('F-HZ', 48, 27.5, 'HZ2603', 30),
      store.line('P-BCL70', 36, 31, 'BCL2511', 20),
      store.line('P-DSMX', 80, 17.6, 'DS2602'),
      store.line('P-BT', 150, 11.8, 'BT2607', 200),
      store.line('T-HB', 1800, 0.88),
      store.line('M-DM', 14, 136),
      store.line('I-DGD', 9, 262),
      store.line('S-T301', 24, 84, 'T301-26A'),
    ],
  })
  await cold.hand('warehousing', 88, {
    warehouseId: coldStore,
    purpose: 'initial',
    bearer: '梁淑芬',
    goods: [
      cold.line('K-BXH', 12_000, 0.44),
      cold.line('K-FQX', 2400, 2.25),
      cold.line('K-CSK', 320, 23.5),
    ],
  })
  await store.hand('warehousing', 87, {
    warehouseId: grain,
    purpose: 'initial',
    goods: [store.line('S-MXZ', 180, 44.5, 'MXZ26'), store.line('C-MXZ', 420, 20.5, 'M2607', 270)],
  })

  const first = await store.hand('aplionform', 70, {
    warehouseId: inputs,
    partnerId: suppliers[0],
    arrivalDate: daysAgo(62),
    remark: '秋茬番茄底肥与追肥',
    goods: [
      store.line('F-SDL15', 80, 158),
      store.line('F-SR42', 200, 68),
      store.line('F-LSJ', 30, 196),
    ],
  })
  await owner.agree('按秋茬用肥计划，同意')
  await manager.agree('同意，滴灌专用肥优先到货')
  await engineer.agree('同意')
  const half = await store.from(first, 'warehousing', 'warehousing', 62, 0.6, {
    bearer: '陈师傅',
    otherFees: [
      { name: '运费', amount: 480 },
      { name: '装卸费', amount: 160 },
    ],
  })
  await store.from(first, 'warehousing', 'warehousing', 55, 1, {
    bearer: '陈师傅',
    otherFees: [{ name: '运费', amount: 320 }],
  })
  await store.from(half, 'return', 'return', 53, 0.05, { remark: '两袋结块破包，退回' })

  for (const [day, land, goods] of [
    [
      50,
      'SQ-A01',
      [
        ['F-SDL15', 8],
        ['F-GL', 10],
      ],
    ],
    [
      44,
      'SQ-E01',
      [
        ['F-SR42', 24],
        ['T-HB', 320],
      ],
    ],
    [
      37,
      'SQ-B01',
      [
        ['P-BT', 30, 'BT2607'],
        ['P-DSMX', 12, 'DS2602'],
      ],
    ],
    [
      30,
      'SQ-A01',
      [
        ['F-SR42', 30],
        ['F-HZ', 6, 'HZ2603'],
      ],
    ],
    [22, 'SW-N02', [['F-NS46', 12]]],
    [
      16,
      'SQ-E01',
      [
        ['F-SR42', 28],
        ['P-BCL70', 6, 'BCL2511'],
      ],
    ],
  ] as const) {
    await store.hand('input-shipment', day, {
      warehouseId: inputs,
      purpose: 'use',
      landId: owner.id(land),
      bearer: '李大山',
      goods: goods.map(([code, quantity, lot]) => ({
        skuId: owner.id(code),
        quantity,
        ...(lot && { lot }),
      })),
    })
  }
  for (const [day, lot] of [
    [28, 'FQ1025'],
    [21, 'FQ1101'],
    [14, 'FQ1108'],
    [6, 'FQ1116'],
  ] as const) {
    await cold.hand('warehousing', day, {
      warehouseId: coldStore,
      purpose: 'produce',
      landId: owner.id('SQ-E02'),
      bearer: '罗小燕',
      goods: [
        cold.line('C-FQ-A25', 260, 4.2, lot, 12 - day),
        cold.line('C-FQ-A5', 480, 4.6, lot, 12 - day),
        cold.line('C-CX-A5', 360, 3.8, lot, 8 - day),
      ],
    })
    const sale = await cold.hand('shipment', day - 1, {
      warehouseId: coldStore,
      purpose: 'sale',
      partnerId: customers[day % customers.length],
      bearer: '冷链车 粤A·8K216',
      goods: [
        cold.line('C-FQ-A25', 220, 10.4, lot),
        cold.line('C-FQ-A5', 430, 12.8, lot),
        cold.line('C-CX-A5', 330, 10.8, lot),
        cold.line('K-FQX', 220),
        cold.line('K-BXH', 760),
      ].map(({ expiresOn: _expires, ...line }) => line),
    })
    if (day === 21)
      await cold.from(sale, 'return', 'return', 19, 0.03, { remark: '到店挤压，退回' })
  }
  const move = await store.hand('transfer', 18, {
    warehouseId: inputs,
    toWarehouseId: grain,
    bearer: '彭海涛',
    goods: [store.line('F-NS46', 16), store.line('F-SDL15', 20)],
  })
  const sent = await store.from(move, 'shipment', 'shipment', 17, 1)
  await store.from(sent, 'warehousing', 'warehousing', 15, 0.7)
  const count = await store.draft('inventory-form', 8, {
    warehouseId: inputs,
    blindFlag: 1,
    remark: '十一月上旬盘点',
  })
  await store.call(`POST /wfpf/v1/{tenant}/inventory-form/${count.id}/start`)
  const { goods } = await admin.call<{
    goods: { id: number; skuCode: string; booked: number | null }[]
  }>(`GET /wfpf/v1/{tenant}/inventory-form/${count.id}`)
  const { content: stock } = await admin.call<{
    content: { skuCode: string; lot: string | null; quantity: number }[]
  }>('GET /wfpf/v1/{tenant}/stock', { warehouseId: String(inputs), size: '0' })
  const off: Readonly<Record<string, number>> = { 'T-HB': -14, 'F-GL': 1, 'P-DSMX': -1 }
  await store.call(`POST /wfpf/v1/{tenant}/inventory-form/${count.id}/count`, {
    lines: goods.map(({ id, skuCode }) => ({
      id,
      counted:
        stock
          .filter((one) => one.skuCode === skuCode)
          .reduce((sum, { quantity }) => sum + quantity, 0) + (off[skuCode] ?? 0),
    })),
  })
  await store.call(`POST /wfpf/v1/{tenant}/inventory-form/${count.id}/submit`, {
    accepted: ['differences'],
  })

  const films = await buyer.hand('aplionform', 12, {
    warehouseId: tools,
    partnerId: suppliers[1] ?? suppliers[0],
    arrivalDate: daysAgo(5),
    goods: [buyer.line('M-PO', 60, 42), buyer.line('M-FCW', 200, 3.6)],
  })
  await store.agree('库房放得下')
  await owner.agree('同意，先到一半即可')
  await manager.agree('同意')
  await engineer.agree('同意')
  await store.from(films, 'warehousing', 'warehousing', 5, 0.5)
  await buyer.call(`POST /wfpf/v1/{tenant}/aplionform/${films.id}/close`, {
    closeReason: '棚膜改由厂家直供，余量不再到货',
  })
  await manager.hand('aplionform', 2, {
    warehouseId: inputs,
    partnerId: suppliers[0],
    arrivalDate: daysAgo(-6),
    remark: '冬季大棚番茄追肥',
    goods: [manager.line('F-SR42', 160), manager.line('F-HZ', 60), manager.line('P-LCBJ', 24)],
  })
  await store.hand('aplionform', 1, {
    warehouseId: inputs,
    partnerId: suppliers[0],
    arrivalDate: daysAgo(-3),
    goods: [store.line('T-HB', 1500, 0.9), store.line('P-BCL70', 30, 32)],
  })
  await store.draft('input-shipment', 0, {
    warehouseId: inputs,
    purpose: 'use',
    landId: owner.id('SQ-A01'),
    bearer: '曾强',
    goods: [
      { skuId: owner.id('F-SR42'), quantity: 12 },
      { skuId: owner.id('P-LCBJ'), quantity: 3, lot: 'LC2609' },
    ],
  })
  const blind = await cold.draft('inventory-form', 0, {
    warehouseId: coldStore,
    blindFlag: 1,
    remark: '冷库月度盲盘',
  })
  await cold.call(`POST /wfpf/v1/{tenant}/inventory-form/${blind.id}/start`)
}
