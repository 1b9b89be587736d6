import { confirmDomain } from '#contract/platform/platform-calls.ts'
import { createSocket, type Socket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  domain as domainFace,
  getCorporation,
  saveCorporation,
  verifyDomain,
} from '#contract/account/tenant.ts'
import { isReserved } from '#server/modules/account/engine/domain.ts'
import {
  clientWith,
  newMember,
  newOperator,
  newTenant,
  startApp,
  type Tenant,
  type TestApp,
} from './harness.ts'

/** A name server that knows texts (RFC 1035 §4) and says NXDOMAIN of anything else. */
function nameServer(texts: Map<string, string[]>): Promise<Socket> {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const labels: string[] = []
    let at = 12
    while (query[at]) {
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!))
      at += query[at]! + 1
    }
    const question = query.subarray(12, at + 5)
    const found = texts.get(labels.join('.').toLowerCase()) ?? []
    const header = Buffer.from(query.subarray(0, 12))
    header.writeUInt16BE(found.length ? 0x8180 : 0x8183, 2)
    header.writeUInt16BE(found.length, 6)
    header.fill(0, 8)
    const answers = found.map((text) => {
      const data = Buffer.from(text)
      return Buffer.concat([
        Buffer.from([0xc0, 12, 0, 16, 0, 1, 0, 0, 0, 60, 0, data.length + 1, data.length]),
        data,
      ])
    })
    socket.send(Buffer.concat([header, question, ...answers]), from.port, from.address)
  })
  return new Promise((done) => socket.bind(0, '127.0.0.1', () => done(socket)))
}

const texts = new Map<string, string[]>()
let dns: Socket
let app: TestApp
let honest: Tenant
let greedy: Tenant
beforeAll(async () => {
  dns = await nameServer(texts)
  app = await startApp({
    publicUrl: 'https://console.platform.cn',
    dnsServers: [`127.0.0.1:${(dns.address() as AddressInfo).port}`],
  })
  honest = await newTenant(app)
  greedy = await newTenant(app)
})
afterAll(async () => {
  await app.end()
  dns.close()
})

const card = ({ admin }: Tenant) => admin.call(getCorporation)
async function claim(tenant: Tenant, change: Record<string, unknown>) {
  const { tenantName, timeZone, telemetryMonths, objectVersionNumber } = await card(tenant)
  return tenant.admin.send(saveCorporation, {
    tenantName,
    timeZone,
    telemetryMonths,
    objectVersionNumber,
    loginTitle: `${tenantName}的登录页`,
    ...change,
  })
}
const verify = (tenant: Tenant) => tenant.admin.send(verifyDomain)
/** Asked before anybody signs in, in no tenant's name. */
const faceOf = (domainName: string) => clientWith(app, '', 0).call(domainFace, { domainName })

test('a domain opens a tenant’s sign-in page once its DNS says that it is theirs', async () => {
  expect((await claim(greedy, { domainName: 'farm.suifeng.cn' })).statusCode).toBe(200)
  expect((await claim(honest, { domainName: 'farm.suifeng.cn' })).statusCode).toBe(200)
  expect((await faceOf('farm.suifeng.cn')).titleLoginLogo).toBeNull()
  expect([
    (await verify(greedy)).statusCode,
    (await verify(greedy)).json().fields.domainName,
  ]).toEqual([422, expect.stringContaining('TXT')])

  const { domainRecord, domainState } = await card(honest)
  expect([domainState, domainRecord!.name]).toEqual(['pending', '_furrow.farm.suifeng.cn'])
  texts.set(domainRecord!.name, ['something else', domainRecord!.value])
  expect((await verify(greedy)).statusCode).toBe(422)
  expect((await verify(honest)).json()).toMatchObject({ domainState: 'confirmed' })
  expect((await faceOf('farm.suifeng.cn')).titleLoginLogo).toBe((await card(honest)).loginTitle)
  // Saving the card again keeps what was shown; another name has to be shown anew.
  await claim(honest, { domainName: 'farm.suifeng.cn' })
  expect((await card(honest)).domainState).toBe('confirmed')
  await claim(honest, { domainName: 'www.suifeng.cn' })
  expect((await card(honest)).domainState).toBe('pending')
  expect((await faceOf('farm.suifeng.cn')).titleLoginLogo).toBeNull()
})

test('the operator confirms where DNS cannot be changed, and no two tenants have one domain', async () => {
  const operator = await newOperator(app)
  const confirm = (tenant: Tenant, domainName: string) =>
    operator.send(confirmDomain, { id: tenant.id, domainName })
  await claim(honest, { domainName: 'shared.suifeng.cn' })
  await claim(greedy, { domainName: 'shared.suifeng.cn' })
  expect((await confirm(honest, 'other.suifeng.cn')).statusCode).toBe(409)
  expect((await confirm(honest, 'shared.suifeng.cn')).json()).toMatchObject({
    domainState: 'confirmed',
    domainName: 'shared.suifeng.cn',
  })
  expect((await confirm(greedy, 'shared.suifeng.cn')).json().fields).toHaveProperty('domainName')
  const { domainRecord } = await card(greedy)
  texts.set(domainRecord!.name, [domainRecord!.value])
  expect((await verify(greedy)).statusCode).toBe(422)
  const member = await newMember(app, honest, ['wfpf.company.system.corporation'])
  expect((await member.send(verifyDomain)).statusCode).toBe(403)
})

test('nobody claims the platform’s host, this machine, an address or a name without a dot', async () => {
  for (const domainName of [
    'console.platform.cn',
    'localhost',
    'furrow.localhost',
    '127.0.0.1',
    '10.1.2.3',
    '2130706433',
    'intranet',
    'box.local',
    '0x7f.1',
  ]) {
    expect([
      domainName,
      Math.trunc((await claim(greedy, { domainName })).statusCode / 100),
    ]).toEqual([domainName, 4])
  }
  expect(isReserved('farm.suifeng.cn', 'https://console.platform.cn')).toBe(false)
})

test('pictures of a tenant are stored ones', async () => {
  for (const logo of [
    'https://tracker.example.com/x.png',
    '//x/y.png',
    'data:image/png;base64,AA',
    '/../etc/passwd',
  ]) {
    expect([logo, (await claim(greedy, { logo, domainName: null })).statusCode]).toEqual([
      logo,
      400,
    ])
  }
  expect(
    (await app.http.inject({ url: '/healthz' })).headers['content-security-policy'],
  ).not.toMatch(/img-src[^;]*https:/)
})
