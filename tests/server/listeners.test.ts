import { connect as dial } from 'node:net'
import { fileURLToPath } from 'node:url'
import mqtt from 'mqtt'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { latestValues } from '#contract/equipment/device-calls.ts'
import { readConfig } from '#server/config.ts'
import { newDevice, telemetryTopic, type Field } from './devices.ts'
import { newTenant, startApp, type Tenant, type TestApp } from './harness.ts'

let app: TestApp
let mine: Tenant
// Of nobody, for a hundred years.
const [cert, key] = ['cert', 'key'].map((half) =>
  fileURLToPath(new URL(`../fixtures/localhost-${half}.pem`, import.meta.url)),
) as [string, string]
let address = ''
beforeAll(async () => {
  app = await startApp({ mqtt: { host: '127.0.0.1', port: 0, tls: { port: 0, cert, key } } })
  address = (await app.http.listen({ host: '127.0.0.1', port: 0 })).replace('http:', 'ws:')
  mine = await newTenant(app)
})
afterAll(() => app.end())

const says = async (url: string, { key: username, secret: password }: Field, value: number) => {
  const client = await mqtt.connectAsync(url, {
    username,
    password,
    reconnectPeriod: 0,
    connectTimeout: 5000,
    protocolVersion: 4,
    rejectUnauthorized: false,
  })
  await client.publishAsync(telemetryTopic, JSON.stringify({ airTemperature: value }), { qos: 1 })
  await client.endAsync()
}
const latest = async ({ id }: Field) =>
  (await mine.admin.call(latestValues, { id })).map(({ value }) => value)

test('a device reports over TLS and over WebSocket as over TCP', async () => {
  const device = await newDevice(mine.admin)
  await says(`mqtts://127.0.0.1:${app.broker!.tlsPort}`, device, 21)
  expect(await latest(device)).toEqual([21])
  await says(`${address}/mqtt`, device, 22)
  expect(await latest(device)).toEqual([22])
})

test('neither lets in a stranger, nor anything that is not MQTT', async () => {
  const stranger = { key: 'nobody', secret: 'x' } as Field
  await expect(says(`mqtts://127.0.0.1:${app.broker!.tlsPort}`, stranger, 1)).rejects.toMatchObject(
    { code: 4 },
  )
  await expect(says(`${address}/mqtt`, stranger, 1)).rejects.toMatchObject({ code: 4 })
  const plain = dial(app.broker!.tlsPort!, '127.0.0.1', () =>
    plain.write('\x10\x0c\x00\x04MQTT\x04\x02\x00\x3c\x00\x00'),
  )
  plain.on('error', () => undefined)
  await new Promise<void>((resolve) => plain.once('close', () => resolve()).resume())
  const ends = (path: string, send?: string) =>
    new Promise<string>((resolve) => {
      const socket = new WebSocket(`${address}${path}`, 'mqtt')
      socket.on('open', () => send && socket.send(send))
      socket.on('error', () => resolve('refused'))
      socket.on('close', () => resolve('closed'))
    })
  expect(await ends('/elsewhere')).toBe('refused')
  expect(await ends('/mqtt', 'GET / HTTP/1.1\r\n\r\n')).toBe('closed')
})

test('half a certificate is said at the start', () => {
  expect(() => readConfig({ MQTT_TLS_CERT: cert })).toThrow('MQTT_TLS_KEY')
  expect(() => readConfig({ MQTT_TLS_CERT: cert, MQTT_TLS_KEY: key, MQTT_TLS_PORT: 'x' })).toThrow(
    'MQTT_TLS_PORT',
  )
})
