import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  isBrokerAddress,
  openBroker,
} from '#server/modules/connectivity/engine/lora/broker-address.ts'
import { isAddress, isPrivate, postJson } from '#server/http/outgoing.ts'

/** docs/specification.md 6.8, and what was seen to pass. */
const within = [
  '0.0.0.0',
  '0.1.2.3',
  '10.2.3.4',
  '100.64.1.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '168.63.129.16',
  '169.254.169.254',
  '169.254.170.2',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.1',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.1.1',
  '198.18.0.1',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::7f00:1',
  '::127.0.0.1',
  '::a00:1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.5',
  '::ffff:169.254.169.254',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b::169.254.169.254',
  '64:ff9b:1::1',
  '64:ff9b:1:abcd::7f00:1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:10::1',
  '2001:20::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:c0a8:101::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00::1',
  'fd00:ec2::254',
  'fe80::1',
  'febf::1',
  'fec0::1',
  'feff::1',
  'ff02::1',
  '4000::1',
  'e000::1',
]
const beyond = [
  '8.8.8.8',
  '47.246.1.1',
  '1.1.1.1',
  '2400:3200::1',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '::ffff:8.8.8.8',
]
/** The same machines in words that a name look-up takes for addresses. */
const disguised = [
  '2130706433',
  '0x7f000001',
  '017700000001',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.1',
  '127.0.1',
  'localhost',
  'localhost.',
  'foo.localhost',
  '127.0.0.1.',
  'user@127.0.0.1',
  'metadata.google.internal',
  '①②⑦.0.0.1',
  '127。0。0。1',
]

test('only single machines of the public internet are called', () => {
  for (const address of within) expect([address, isPrivate(address)]).toEqual([address, true])
  for (const address of beyond) expect([address, isPrivate(address)]).toEqual([address, false])
  for (const text of ['', 'x', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0', '[::1]', '8.8.8.8 '])
    expect([text, isPrivate(text)]).toEqual([text, true])
})

test('neither robots nor brokers are reached within a network, however the address is written', async () => {
  const server = createServer((socket) => socket.destroy())
  let calls = 0
  server.on('connection', () => calls++)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const address of [
    ...within.map((one) => (one.includes(':') ? `[${one}]` : one)),
    ...disguised,
  ]) {
    const url = `https://${address}:${port}/robot`
    await expect([
      address,
      await postJson(url, {}, { allowsPrivate: false, timeoutMs: 2000 }).then(
        () => 'answered',
        () => 'refused',
      ),
    ]).toEqual([address, 'refused'])
    if (within.some((one) => address === one || address === `[${one}]`)) {
      expect([url, isAddress(url, { allowsPrivate: false })]).toEqual([url, false])
      expect([address, isBrokerAddress(`mqtt://${address}:${port}`, false)]).toEqual([
        address,
        false,
      ])
    }
    if (!URL.canParse(`mqtt://${address}:${port}`)) continue
    const socket = openBroker(`mqtt://${address}:${port}`, false)
    await new Promise<void>((resolve) =>
      socket.once('error', () => resolve()).once('connect', () => resolve()),
    )
    expect([address, socket.connecting || socket.remoteAddress]).toEqual([address, undefined])
    socket.destroy()
  }
  expect(calls).toBe(0)
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

test('a broker that announces a packet of 200 MB is left before it is read', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    // One that is as it should be, in two pieces, and then one that is not.
    socket.write(Buffer.from([0x20, 0x02, 0x00]))
    setTimeout(() => socket.write(Buffer.from([0x00, 0x30, 0x80, 0x80, 0x80, 0x60])), 20)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const socket = openBroker(`mqtt://127.0.0.1:${(server.address() as AddressInfo).port}`, true)
  expect(
    await new Promise<string>((resolve) => socket.once('error', (error) => resolve(error.message))),
  ).toBe('a packet of the other broker is too large')
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

/** What the operator's own settings point at, and what only listens. */
const operators = [
  'server/modules/file/engine/bucket.ts',
  'server/modules/account/engine/sms.ts',
  'server/modules/account/engine/oidc.ts',
  'server/modules/connectivity/engine/sim/carrier.ts',
  'server/mqtt/outside-broker.ts',
  'server/modules/account/engine/domain.ts',
  'server/http/front.ts',
  'server/mqtt/listeners.ts',
  'server/settings.ts',
  'server/mqtt/broker.ts',
  'server/modules/connectivity/engine/lora/packet-limit.ts',
  'server/http/network.ts',
]
test('there is one way out for whatever a tenant names', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(ts|mjs)$/.test(file))
    .map((file) => join('server', file))
  const leaving = files.filter(
    (file) =>
      /\bfetch\(|from 'node:(https?|net|tls|dgram|http2|dns|dns\/promises)'|mqtt\.connect|from 'undici'/.test(
        readFileSync(file, 'utf8').replaceAll(/^import type .*$/gm, ''),
      ) &&
      !file.startsWith('server/postgres/') &&
      !file.startsWith('server/demo/'),
  )
  expect(
    leaving.filter((file) => !operators.includes(file) && !file.endsWith('first-page.ts')).sort(),
  ).toEqual([
    'server/http/outgoing.ts',
    // Where the operator allows private addresses, and there alone; what answers is asked by the others.
    'server/modules/camera/engine/discover.ts',
    // What is no HTTP: looked up once, and what was found is what is called, or refused.
    'server/modules/camera/engine/pinned.ts',
    'server/modules/camera/engine/reach.ts',
    // Takes addresses from `pinned.ts` alone.
    'server/modules/camera/engine/rtsp-relay.ts',
    'server/modules/connectivity/engine/lora/broker-address.ts',
  ])
})
