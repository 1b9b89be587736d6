import { callOf } from '#contract/entity-calls.ts'
import { latestValues } from '#contract/equipment/device-calls.ts'
import {
  loraNetwork,
  renewLoraToken,
  showLoraNetwork,
  payloadCodec,
} from '#contract/connectivity/lora.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { newTenant, unique, type Tenant } from './harness.ts'

export const { app, mine } = await oneFarm({
  mqtt: { host: '127.0.0.1', port: 0 },
  privateBrokers: true,
})
export const theirs = await newTenant(app)
const script = `function decodeUplink(input) {
  return { data: { airTemperature: ((input.bytes[0] << 8) | input.bytes[1]) / 10, airHumidity: input.bytes[2] } }
}`
let lastEui = 0xa8404100
export const newEui = () => `${(++lastEui).toString(16)}00aabbcc`.padStart(16, '0')
export const up = (devEui: string, more: Record<string, unknown> = {}) => ({
  deduplicationId: '3ac7e3c4-4401-4b8d-9386-a5c902f9202d',
  time: new Date(Date.now() - 2000).toISOString(),
  deviceInfo: { tenantId: 't', applicationId: 'a', deviceName: '东一区节点', devEui, tags: {} },
  devAddr: '00189440',
  adr: true,
  dr: 1,
  fCnt: 4,
  fPort: 2,
  confirmed: true,
  data: Buffer.from([0x00, 0xe1, 0x3e]).toString('base64'),
  rxInfo: [
    { gatewayId: 'g1', rssi: -97, snr: 5.2 },
    { gatewayId: 'g2', rssi: -61, snr: 9 },
  ],
  ...more,
})
export const latest = async (tenant: Tenant, id: number) =>
  Object.fromEntries(
    (await tenant.admin.call(latestValues, { id })).map(({ metric, value }) => [metric, value]),
  )
export const network = async (tenant: Tenant, more: Record<string, unknown> = {}) => {
  const { id } = await tenant.admin.call(callOf(loraNetwork, 'create'), {
    name: unique('网络'),
    enabledFlag: 1,
    ...more,
  })
  const { token } = await tenant.admin.call(renewLoraToken, { id })
  const push = (body: unknown, event = 'up', bearer = token) =>
    app.http.inject({
      method: 'POST',
      url: `/ingest/v1/lorawan?event=${event}`,
      headers: { authorization: `Bearer ${bearer}` },
      payload: body as object,
    })
  const state = () => tenant.admin.call(showLoraNetwork, { id })
  return { id, token, push, state }
}
export const node = async (tenant: Tenant, code = script) => {
  const codec = await tenant.admin.call(callOf(payloadCodec, 'create'), {
    name: unique('脚本'),
    script: code,
  })
  const eui = newEui()
  return {
    eui,
    ...(await newDevice(tenant.admin, 'gateway_weather', {
      eui: eui.toUpperCase(),
      codecId: codec.id,
    })),
  }
}
