import { createServer, type AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { loraNetwork } from '#contract/connectivity/lora.ts'
import { callOf } from '#contract/entity-calls.ts'
import {
  isBrokerAddress,
  openBroker,
} from '#server/modules/connectivity/engine/lora/broker-address.ts'
import { oneFarm } from './ground.ts'
import { unique } from './harness.ts'

const { mine } = await oneFarm()

const within = [
  'mqtt://127.0.0.1:1883',
  'mqtt://10.0.0.5',
  'mqtts://192.168.1.2:8883',
  'mqtt://169.254.169.254',
  'mqtt://[::1]:1883',
  'mqtt://[fd00::1]',
  'mqtt://[::ffff:10.0.0.5]',
  'mqtt://localhost:1883',
  'mqtt://postgres:5432',
  'mqtt://2130706433',
]

test.each(within)('a network at %s is refused at the field', async (brokerUrl) => {
  const answer = await mine.admin.send(callOf(loraNetwork, 'create'), {
    name: unique('网络'),
    brokerUrl,
    enabledFlag: 1,
  })
  expect([
    answer.statusCode,
    Object.keys((answer.json() as { fields?: object }).fields ?? {}),
  ]).toEqual([isWritten(brokerUrl) ? 422 : 400, ['brokerUrl']])
})
/** Whether the field's pattern lets it through at all. */
const isWritten = (url: string) => /^mqtts?:\/\/[\w.:[\]-]+$/.test(url)

test('public addresses are taken, and the operator may allow the others', () => {
  for (const url of ['mqtt://broker.example.com:1883', 'mqtts://8.8.8.8'])
    expect([url, isBrokerAddress(url, false)]).toEqual([url, true])
  for (const url of within) expect([url, isBrokerAddress(url, true)]).toEqual([url, true])
})

describe('a connection', () => {
  const connects = async (host: string, allowsPrivate: boolean) => {
    let count = 0
    const server = createServer((socket) => {
      count++
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const socket = openBroker(
      `mqtt://${host}:${(server.address() as AddressInfo).port}`,
      allowsPrivate,
    )
    const message = await new Promise<string>((resolve) =>
      socket
        .once('error', (error: Error) => resolve(error.message))
        .once('close', () => resolve('')),
    )
    await new Promise<void>((resolve) => server.close(() => resolve()))
    return [count, message]
  }
  test('does not go to an address of one’s own, however it is named', async () => {
    expect(await connects('127.0.0.1', false)).toEqual([
      0,
      'the address lies within a private network',
    ])
    expect(await connects('localhost', false)).toEqual([
      0,
      'the address lies within a private network',
    ])
    // A name of more than one part that points here.
    expect(await connects('localhost.', false)).toEqual([0, expect.stringContaining('')])
  })
  test('goes there where the operator allows it', async () => {
    expect(await connects('127.0.0.1', true)).toEqual([1, ''])
  })
})
