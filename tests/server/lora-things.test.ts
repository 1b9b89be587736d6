import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import {
  restartLoraSession,
  loraSession,
  loraQueue,
  flushLoraQueue,
  renewLoraKeys,
  type LoraKeys,
} from '#contract/connectivity/lora-air.ts'
import { callOf } from '#contract/entity-calls.ts'
import { loraNetwork, renewLoraToken, setLoraApiToken } from '#contract/connectivity/lora.ts'
import { newDevice } from './devices.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

const { app, mine } = await oneFarm({ privateBrokers: true })
/**
 * The Things Stack's interface as its description has it (networkserver.proto,
 * applicationserver.proto): a device is reset by PATCH, its queue listed and replaced.
 */
const told: { method: string | undefined; url: string | undefined; body: unknown }[] = []
const device = '/api/v3/*/applications/plots/devices/valve-7'
let waiting = [{ f_port: 5, f_cnt: 12, frm_payload: Buffer.from([1, 2]).toString('base64') }]
const peer = createServer((request, response) => {
  const parts: Buffer[] = []
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      const text = Buffer.concat(parts).toString()
      const { method, url } = request
      told.push({ method, url, body: text ? JSON.parse(text) : null })
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.headers.authorization !== 'Bearer NNSXS.KEY')
        return answer(401, { code: 16, message: 'error:pkg/auth:unauthenticated' })
      const at = (server: string) => device.replace('*', server)
      if (method === 'PATCH' && url === at('ns'))
        return answer(200, { ids: { device_id: 'valve-7' } })
      if (method === 'GET' && url === `${at('as')}/down`)
        return answer(200, waiting[0] ? { downlinks: waiting } : {})
      if (method === 'POST' && url === `${at('as')}/down/replace`) {
        waiting = (JSON.parse(text) as { downlinks: typeof waiting }).downlinks
        return answer(200, {})
      }
      return answer(404, { code: 5 })
    })
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => void peer.close())

const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}`
const network = await mine.admin.call(callOf(loraNetwork, 'create'), {
  name: unique('网络'),
  enabledFlag: 1,
  apiUrl: url,
})
const { token } = await mine.admin.call(renewLoraToken, { id: network.id })
const apiToken = (text: string) => mine.admin.send(setLoraApiToken, { id: network.id, token: text })
await apiToken('NNSXS.KEY')
const say = async (eui: string, ids: object, more: object) => {
  const response = await app.http.inject({
    method: 'POST',
    url: '/ingest/v1/lorawan',
    headers: { authorization: `Bearer ${token}` },
    payload: { end_device_ids: { dev_eui: eui.toUpperCase(), ...ids }, ...more },
  })
  expect(response.statusCode).toBeLessThan(300)
}
const ids = { device_id: 'valve-7', application_ids: { application_id: 'plots' } }
const uplink = (f_cnt: number) => ({
  uplink_message: { f_port: 2, f_cnt, frm_payload: Buffer.from([7]).toString('base64') },
})

test('at The Things Stack a node is reset by its name there, and its queue listed and emptied', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const session = () => mine.admin.call(loraSession, { id: node.id })
  const restart = () => mine.admin.send(restartLoraSession, { id: node.id })
  await say(node.eui as string, ids, { join_accept: { session_key_id: 'x' } })
  await say(node.eui as string, ids, uplink(8))
  expect(await session()).toMatchObject({ upCounter: 8, hasApi: true })

  expect(await mine.admin.call(loraQueue, { id: node.id })).toMatchObject({
    problem: null,
    items: [{ where: 'network', id: '12', payload: '0102', port: 5 }],
  })
  expect(await mine.admin.call(flushLoraQueue, { id: node.id })).toEqual({
    cancelled: 0,
    problem: null,
  })
  expect(await mine.admin.call(loraQueue, { id: node.id })).toMatchObject({
    problem: null,
    items: [],
  })

  expect((await restart()).json()).toMatchObject({ upCounter: null, lost: 0, joinedAt: null })
  expect(told.at(-1)).toEqual({ method: 'PATCH', url: device.replace('*', 'ns'), body: {} })

  // Keys lie with three of its servers: they are made here and entered there, and it is said so.
  const keys = (await mine.admin.send(renewLoraKeys, { id: node.id })).json() as LoraKeys
  expect(keys).toMatchObject({ isPushed: false, problem: null })
  expect(keys.appKey).toMatch(/^[\dA-F]{32}$/)

  // What it refuses is not shown as done here.
  await say(node.eui as string, ids, uplink(3))
  await apiToken('NNSXS.OTHER')
  expect((await restart()).json()).toMatchObject({ code: 'lora.not_restarted' })
  expect(await session()).toMatchObject({ upCounter: 3 })
})

test('names that could lead elsewhere are no names', async () => {
  const node = await newDevice(mine.admin, 'lorawan_node')
  const from = told.length
  for (const odd of ['../../users', 'a?b', 'UPPER', ''])
    await say(
      node.eui as string,
      { device_id: odd, application_ids: { application_id: odd } },
      uplink(1),
    )
  await mine.admin.send(restartLoraSession, { id: node.id })
  for (const { url } of told.slice(from)) expect(url).not.toMatch(/users|\?|UPPER|v3/)
})
