import sharp from 'sharp'
import { entities } from '#contract/domains.ts'
import { device } from '#contract/equipment/device.ts'
import type { Entity } from '#contract/entity.ts'
import { callOf, type ChangedRow, type NewRow, type Told } from '#contract/entity-calls.ts'
import type { Field } from '#contract/field.ts'
import { land } from '#contract/farm/land.ts'
import { documentKinds, type DocumentKind } from '#contract/inventory/document-kinds.ts'
import { documents } from '#contract/inventory/document.ts'
import { product } from '#contract/inventory/product.ts'
import { sku } from '#contract/inventory/sku.ts'
import { listSkus } from '#contract/inventory/sku-calls.ts'
import { tableOf } from '#server/db/columns.ts'
import type { Client } from '#server/demo/client.ts'
import { newEui, unique } from './harness.ts'
import { mp4 } from './mp4.ts'
import { cameraSamples } from './camera-samples.ts'
import { planSamples } from './plan-samples.ts'

/** Entities whose rows people make; the others come about by themselves. */
export const madeByPeople = entities.filter(({ api }) => api.create)

export interface Made {
  id: number
  objectVersionNumber: number
  [field: string]: unknown
}

/** Texts of a form of their own. */
const patterned: Readonly<Record<string, string>> = {
  email: 'li@suifeng.example',
  contactPhone: '020-84512366',
  apiUrl: 'https://lora.example.com',
  account: '4400 1234 5678 9012',
  taxNumber: '91440101MA5CXK3J8R',
  link: '/web/farm/home',
  brokerUrl: 'mqtt://broker.example.com:1883',
}

const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2f8f46' } })
  .png()
  .toBuffer()
const film = mp4({ seconds: 12, width: 640, height: 360 })
/**
 * Address of a picture that the tenant has stored; one of its own each time, because pictures in
 * use cannot be deleted.
 */
const address = (client: Client) => client.upload('x.png', 'image/png', picture)

/** What every text that people write begins with. */
export const written = { mark: (_table: string) => '文' }

const entityOf = ({ to }: Field) => entities.find(({ name }) => name === to)!
/** A value that a field accepts. References are made, through the API, by whoever needs them. */
async function valueOf(
  field: Field,
  name: string,
  client: Client,
  table: string,
): Promise<unknown> {
  switch (field.kind) {
    case 'text':
      if (name === 'iccid')
        return `8986${String(Math.trunc(performance.now() * 1e6))
          .padStart(16, '0')
          .slice(-16)}`
      if (name === 'msisdn') return '1440012345678'
      if (name in patterned) return patterned[name]
      if (name === 'eui') return newEui()
      return name === 'code' ||
        name === 'barcode' ||
        name.endsWith('Code') ||
        name === 'loginName' ||
        name === 'deviceSerial'
        ? unique('c')
        : unique(written.mark(table)).slice(0, field.max)
    case 'richtext':
      return `<p>${written.mark(table)}</p>`
    case 'phone':
      return `139${String(10_000_000 + (Math.trunc(performance.now() * 1000) % 90_000_000))}`
    case 'integer':
      return field.min ?? 1
    case 'decimal':
      return 12.5
    case 'flag':
      return 1
    case 'code':
    case 'choice':
      return Object.values(field.codes!)[0]
    case 'choices':
      return Object.values(field.codes!).slice(0, 2)
    case 'date':
      return '2026-11-20'
    case 'moment':
      return '2026-11-20T08:00:00+08:00'
    case 'point':
      return '22.96,113.34'
    case 'money':
      return 128.5
    case 'colour':
      return '#2f8f46'
    case 'dateRange':
      return ['2026-11-20', '2026-12-31']
    case 'image':
      return address(client)
    case 'video':
      return client.upload('x.mp4', 'video/mp4', film)
    case 'images':
      return [await address(client)]
    case 'files':
      return [{ fileUrl: await address(client), fileName: '检测报告.png', fileSize: 70 }]
    case 'polygon':
      return [
        [113.34, 22.96],
        [113.342, 22.96],
        [113.342, 22.962],
        [113.34, 22.962],
      ]
    case 'lines':
      return [
        Object.fromEntries(
          await Promise.all(
            Object.entries(field.columns!)
              .filter(([, one]) => !one.readonly)
              .map(async ([column, one]) => [column, await valueOf(one, column, client, table)]),
          ),
        ),
      ]
    case 'ref':
      return field.to === sku.name ? newSku(client) : (await make(entityOf(field), client)).id
    case 'refs':
      return [(await make(entityOf(field), client)).id]
    case 'id':
      return 1
  }
}
/** A thing to put into a document: it is made with its product. */
async function newSku(client: Client): Promise<number> {
  const { id } = await client.call(callOf(product, 'create'), {
    ...(await sample(product, client)),
    agriculturalFlag: 1,
  })
  return (await client.call(listSkus, { productId: String(id) })).content[0]!.id
}
async function deviceOf(
  deviceType: NewRow<typeof device>['deviceType'],
  client: Client,
): Promise<number> {
  const body = { ...(await sample(device, client)), deviceType }
  return (await client.call(callOf(device, 'create'), body)).id
}
/**
 * One line of goods, and a purpose that the kind has; what is made from another document is not
 * made alone.
 */
const ofDocument = (kind: DocumentKind) => async (client: Client) => ({
  goods: [
    {
      skuId: await newSku(client),
      ...(kind !== documentKinds.stocktake && { quantity: 12.5, price: 3.5 }),
      remark: '样品',
    },
  ],
  purpose:
    kind === documentKinds.shipment || kind === documentKinds.inputShipment ? 'use' : 'purchase',
  sourceId: undefined,
})
/** Plots are those of the base that is named. */
const onPlot = async (client: Client) => {
  const plot = await make(land, client)
  return { areaId: plot.areaId, landIds: [plot.id], landId: plot.id, parts: [] }
}
/** Lines whose columns mean something only together. */
const hours = [{ days: '67', from: '22:00', to: '06:00' }]
const together: Readonly<Record<string, (client: Client) => Promise<Record<string, unknown>>>> = {
  ...Object.fromEntries(
    Object.entries(documents).map(([kind, { name }]) => [name, ofDocument(kind as DocumentKind)]),
  ),
  approvalProcess: async () => ({
    nodes: [
      { key: 'a', kind: 'condition', parent: '', name: '金额' },
      {
        key: 'b',
        kind: 'branch',
        parent: 'a',
        name: '大额',
        conditions: [{ fact: 'total', operator: 'above', value: 5000, values: null }],
      },
      { key: 'c', kind: 'branch', parent: 'a', name: '其他' },
      {
        key: 'd',
        kind: 'approver',
        parent: 'b',
        name: '主管',
        source: 'submitterLeader',
        mode: 'all',
        timeoutAction: 'remind',
        timeoutHours: 24,
      },
      {
        key: 'e',
        kind: 'approver',
        parent: '',
        name: '负责人',
        source: 'choice',
        mode: 'ratio',
        percent: 50,
      },
    ],
  }),
  board: async (client) => {
    const id = await deviceOf('gateway_weather', client)
    return {
      sharing: 'mine',
      cards: [
        {
          kind: 'number',
          title: '气温',
          deviceId: id,
          metric: 'airTemperature',
          hours: 24,
          width: 1,
          height: 1,
        },
        { kind: 'curve', channels: `${id}:airTemperature`, width: 2, height: 2 },
      ],
    }
  },
  calculation: async (client) => {
    const id = await deviceOf('gateway_weather', client)
    return {
      deviceId: id,
      // The one that has a unit of its own.
      quantity: 'calcNumber',
      inputs: [
        {
          name: 't',
          kind: 'channel',
          deviceId: id,
          metric: 'airTemperature',
          over: 'mean',
          hours: 24,
          since: '2026-01-01',
          threshold: 10.5,
        },
      ],
      formula: 'max(t, 0) * 2',
    }
  },
  controlRule: async (client) => {
    const id = await deviceOf('electric_valve', client)
    return {
      triggers: [{ kind: 'device', deviceId: id, metric: 'flow', operator: 'above', value: 12.5 }],
      conditions: [{ group: 1, deviceId: id, metric: 'pressure', operator: 'below', value: 5 }],
      actions: [{ mode: 'serial', deviceId: id, channel: 'open', value: 0 }],
      quietFrom: '22:00',
      quietTo: '06:00',
      activeHours: hours,
    }
  },
  // The one default of a tenant is not deleted.
  area: async () => ({ defaultFlag: 0 }),
  attendance: async () => ({ outAt: '2026-11-20T16:00:00+08:00' }),
  alarmRule: async () => ({ activeHours: hours, hysteresis: null }),
  ...Object.fromEntries(['batch', 'task', 'taskRepeat', 'soilTest'].map((name) => [name, onPlot])),
  ...planSamples(newSku, make),
  ...cameraSamples,
}
/** A body that creates the entity. */
export async function sample<E extends Entity>(
  entity: E,
  client: Client,
  which: 'all' | 'required' = 'required',
): Promise<NewRow<E>> {
  const body: Record<string, unknown> = {}
  for (const [name, field] of Object.entries(entity.fields)) {
    if (field.readonly || (!field.required && (which === 'required' || field.kind === 'ref')))
      continue
    body[name] = await valueOf(field, name, client, tableOf(entity))
  }
  const own = await together[entity.name]?.(client)
  const merged = {
    ...body,
    ...Object.fromEntries(Object.entries(own ?? {}).filter(([name]) => name in body)),
  }
  return Object.fromEntries(
    Object.entries(merged).filter(([, value]) => value !== undefined),
  ) as NewRow<E>
}
export async function make<E extends Entity>(entity: E, client: Client): Promise<Told<E>> {
  return client.call(callOf(entity, 'create'), await sample(entity, client))
}
/** What PUT takes of a row: the declared writable fields, id and version. */
export function editable<E extends Entity>(
  entity: E,
  row: { id: number; objectVersionNumber: number },
): ChangedRow<E> {
  const values: Record<string, unknown> = { ...row }
  const fields = Object.entries(entity.fields).filter(([, f]) => !f.readonly && !f.createOnly)
  const given = (field: Field, value: unknown) =>
    field.kind === 'lines' && Array.isArray(value)
      ? value.map((line: Made) =>
          Object.fromEntries(
            Object.entries(field.columns!)
              .filter(([, column]) => !column.readonly)
              .map(([column]) => [column, line[column] ?? null]),
          ),
        )
      : (value ?? null)
  return {
    ...Object.fromEntries(fields.map(([name, field]) => [name, given(field, values[name])])),
    id: row.id,
    objectVersionNumber: row.objectVersionNumber,
  } as ChangedRow<E>
}
