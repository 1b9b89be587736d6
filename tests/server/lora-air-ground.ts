import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect } from 'vitest'
import { loraSession } from '#contract/connectivity/lora-air.ts'
import { callOf } from '#contract/entity-calls.ts'
import { loraNetwork, renewLoraToken } from '#contract/connectivity/lora.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

export const { app, mine } = await oneFarm({ privateBrokers: true })
/**
 * ChirpStack's REST interface, as far as it is asked: keys are put where they are, and posted where
 * not; a queue is read and emptied.
 */
export const told: string[] = []
export const keysOf = new Map<string, unknown>()
const peer = createServer((request, response) => {
  const parts: Buffer[] = []
  request
    .on('data', (part: Buffer) => parts.push(part))
    .on('end', () => {
      const [, , , eui = '', what] = (request.url ?? '').split('/')
      told.push(`${request.method} ${what}`)
      const answer = (status: number, body: object) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      if (request.headers['grpc-metadata-authorization'] !== 'Bearer api-token')
        return answer(401, { code: 16, message: 'authentication failed' })
      if (what === 'queue')
        return answer(
          200,
          request.method === 'GET'
            ? { result: [{ id: 'a1', data: Buffer.from([1, 2]).toString('base64'), fPort: 5 }] }
            : {},
        )
      if (what === 'activation')
        return answer(
          200,
          request.method === 'GET'
            ? {
                deviceActivation: { devAddr: '01020304', nwkSEncKey: 'k', fCntUp: 7, nFCntDown: 3 },
              }
            : {},
        )
      if (what === 'keys' && request.method === 'PUT' && !keysOf.has(eui))
        return answer(404, { code: 5, message: 'object does not exist' })
      keysOf.set(eui, JSON.parse(Buffer.concat(parts).toString()))
      answer(200, {})
    })
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
afterAll(() => void peer.close())

export const network = await mine.admin.call(callOf(loraNetwork, 'create'), {
  name: unique('网络'),
  enabledFlag: 1,
  apiUrl: `http://127.0.0.1:${(peer.address() as AddressInfo).port}`,
})
const { token } = await mine.admin.call(renewLoraToken, { id: network.id })
export const say = async (eui: string, event: string, more: object) => {
  const response = await app.http.inject({
    method: 'POST',
    url: `/ingest/v1/lorawan?event=${event}`,
    headers: { authorization: `Bearer ${token}` },
    payload: { deviceInfo: { devEui: eui.toLowerCase(), deviceName: 'n' }, ...more },
  })
  expect(response.statusCode).toBeLessThan(300)
}
export const up = (eui: string, fCnt: number, rxInfo: object[]) =>
  say(eui, 'up', {
    fCnt,
    fPort: 2,
    dr: 5,
    data: Buffer.from([7, fCnt]).toString('base64'),
    rxInfo,
    txInfo: {
      frequency: 470300000,
      modulation: { lora: { spreadingFactor: 7, bandwidth: 125000 } },
    },
  })
export const session = (id: number) => mine.admin.call(loraSession, { id })
