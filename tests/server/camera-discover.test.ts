import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { camera, watchCode } from '#contract/camera/camera.ts'
import { discoverCameras } from '#contract/camera/discover.ts'
import { camerasIn, discover } from '#server/modules/camera/engine/discover.ts'
import { named, readXml, textOf } from '#server/modules/camera/engine/sources/xml.ts'
import { newMember, newTenant, startApp } from './harness.ts'

const match = (addresses: string, scopes: string) =>
  `<d:ProbeMatch><d:Types>dn:NetworkVideoTransmitter</d:Types><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${addresses}</d:XAddrs></d:ProbeMatch>`
const answerOf = (...matches: string[]) =>
  `<?xml version="1.0"?><e:Envelope xmlns:e="http://www.w3.org/2003/05/soap-envelope" xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><e:Body><d:ProbeMatches>${matches.join('')}</d:ProbeMatches></e:Body></e:Envelope>`

let device: Socket
let probed = ''
beforeAll(async () => {
  device = createSocket('udp4')
  device.on('message', (message, { port, address }) => {
    probed = message.toString()
    const say = (text: string) => device.send(text, port, address)
    say('rubbish')
    say(
      answerOf(
        match(
          'http://[fe80::1]/onvif http://127.0.0.1:80/onvif/device_service',
          'onvif://www.onvif.org/Profile/Streaming onvif://www.onvif.org/name/Gate%20East onvif://www.onvif.org/hardware/DS-2CD',
        ),
        match('http://10.1.2.3/onvif/device_service', 'onvif://www.onvif.org/name/elsewhere'),
        match('file:///etc/passwd', ''),
      ),
    )
    // The same one again, as devices with several networks answer.
    say(
      answerOf(
        match('http://127.0.0.1:80/onvif/device_service', 'onvif://www.onvif.org/name/Gate'),
      ),
    )
    say(
      answerOf(match('http://127.0.0.1:81/onvif/device_service', 'onvif://www.onvif.org/name/%E0')),
    )
  })
  await new Promise<void>((done) => device.bind(0, '127.0.0.1', done))
})
afterAll(() => device.close())

test('cameras that answer are found once, at the address of the one who answered alone', async () => {
  const { port } = device.address() as AddressInfo
  const found = await discover({ address: '127.0.0.1', port }, 400)
  expect(found).toEqual([
    { name: 'Gate', hardware: null, address: 'http://127.0.0.1:80/onvif/device_service' },
    { name: null, hardware: null, address: 'http://127.0.0.1:81/onvif/device_service' },
  ])
  const root = readXml(probed)!
  expect(textOf(root, 'Action')).toMatch(/discovery\/Probe$/)
  expect(named(root, 'Types')[0]!.text).toMatch(/NetworkVideoTransmitter$/)
})

test('what an answer says is taken as it is', () => {
  const text = answerOf(
    match(
      'http://10.0.0.4/onvif',
      'onvif://www.onvif.org/name/Gate%20East onvif://www.onvif.org/hardware/DS-2CD',
    ),
  )
  expect(camerasIn(Buffer.from(text), '10.0.0.4')).toEqual([
    { name: 'Gate East', hardware: 'DS-2CD', address: 'http://10.0.0.4/onvif' },
  ])
  expect(camerasIn(Buffer.from(text), '10.0.0.5')).toEqual([])
  expect(camerasIn(Buffer.alloc(64 * 1024), '10.0.0.4')).toEqual([])
})

test('only where the operator opens the network, and to those who keep cameras', async () => {
  const closed = await startApp()
  const tenant = await newTenant(closed)
  const refused = await tenant.admin.send(discoverCameras)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'camera.discovery_off'])
  await closed.end()
  const app = await startApp({ privateCameras: true })
  const mine = await newTenant(app)
  expect(await mine.admin.call(discoverCameras, {})).toEqual(expect.any(Array))
  const watcher = await newMember(app, mine, [watchCode])
  expect((await watcher.send(discoverCameras)).statusCode).toBe(403)
  const keeper = await newMember(app, mine, [camera.permissions.create])
  expect((await keeper.send(discoverCameras)).statusCode).toBe(200)
  await app.end()
}, 30_000)
