import { setAvatar, self } from '#contract/account/self.ts'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getCorporation, saveCorporation } from '#contract/account/tenant.ts'
import { notice as noticeEntity } from '#contract/message/notice.ts'
import { callOf } from '#contract/entity-calls.ts'
import { banner } from '#contract/content/banner.ts'
import { Client } from '#server/demo/client.ts'
import { FileSigner, bare } from '#server/http/file-addresses.ts'
import { oneFarm } from './ground.ts'
import { download, newMember, newTenant } from './harness.ts'

const { app, mine } = await oneFarm()
const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#285' } })
  .png()
  .toBuffer()
const anyone = new Client(app.http)
const fetched = (address: string) => download(anyone, address)
const path = (address: string) => address.split('?')[0]!

test('a photograph opens to nobody who has its bare address alone', async () => {
  const address = await mine.admin.upload('送货单.png', 'image/png', png)
  expect(address).toMatch(/\?s=[\w.-]+$/)
  expect((await fetched(path(address))).statusCode).toBe(401)
  expect((await download((await newTenant(app)).admin, path(address))).statusCode).toBe(404)
  const seen = await fetched(address)
  expect([seen.statusCode, seen.headers['cache-control']]).toEqual([
    200,
    expect.stringMatching(/^private, max-age=\d+$/),
  ])
  expect(
    (await fetched(`${path(address)}?resize=1&width=64&height=64&${address.split('?')[1]}`))
      .headers['content-type'],
  ).toBe('image/webp')
  const other = await mine.admin.upload('别的.png', 'image/png', png)
  for (const forged of [
    `${path(other)}?${address.split('?')[1]}`,
    `${address}x`,
    `${path(address)}?s=`,
    `${path(address)}?s=zzzzzzzz.${'A'.repeat(22)}`,
  ]) {
    expect([forged, (await fetched(forged)).statusCode]).toEqual([forged, 401])
  }
})

test('a signature ends', () => {
  const signer = new FileSigner('secret')
  const now = Date.parse('2026-11-22T10:30:00Z')
  const key = '11111111-1111-4111-8111-111111111111.png'
  const signature = signer.sign('7', key, now)
  expect(signer.secondsLeft('7', key, signature, now)).toBe(3.5 * 3600)
  expect(signer.secondsLeft('7', key, signature, now + 3.4 * 3_600_000)).toBeGreaterThan(0)
  expect(signer.secondsLeft('7', key, signature, now + 3.6 * 3_600_000)).toBe(0)
  expect(signer.secondsLeft('8', key, signature, now)).toBe(0)
  expect(new FileSigner('another').secondsLeft('7', key, signature, now)).toBe(0)
})

test('records keep the bare address, and answer it signed to whoever may read them', async () => {
  const address = await mine.admin.upload('横幅.png', 'image/png', png)
  const made = await mine.admin.call(callOf(banner, 'create'), { title: '横幅', picture: address })
  expect(path(made.picture)).toBe(path(address))
  expect((await fetched(made.picture)).statusCode).toBe(200)
  const { rows } = await app.db.read(mine.id, async (tx) =>
    (await import('kysely')).sql<{
      picture: string
    }>`select picture from banner where id = ${made.id}`.execute(tx),
  )
  expect(rows[0]!.picture).toBe(path(address))
  const notice = await mine.admin.call(callOf(noticeEntity, 'create'), {
    title: '图',
    noticeCategoryCode: 'ANNOUNCE',
    receiverTypeCode: 'ANNOUNCE',
    noticeBody: `<p>看<img src="${address}" alt="图"></p>`,
  })
  expect(notice.noticeBody).toContain(`src="${path(address)}?s=`)
})

test('another tenant’s address is signed for nobody, wherever it is written', async () => {
  const theirs = await newTenant(app)
  const address = path(await theirs.admin.upload('私.png', 'image/png', png))
  const made = await mine.admin.call(callOf(banner, 'create'), {
    title: '别人的',
    picture: address,
  })
  expect(made.picture).toBe(address)
  const { tenantName, timeZone, telemetryMonths, objectVersionNumber } =
    await mine.admin.call(getCorporation)
  const card = { tenantName, timeZone, telemetryMonths, objectVersionNumber }
  expect(
    (await mine.admin.send(saveCorporation, { ...card, logo: address })).json().fields,
  ).toHaveProperty('logo')
  const member = await newMember(app, mine, [])
  // A colleague's file is no portrait of one's own either.
  const colleagues = path(await mine.admin.upload('同事.png', 'image/png', png))
  for (const avatar of [address, colleagues])
    expect([avatar, (await member.send(setAvatar, { avatar })).statusCode]).toEqual([avatar, 422])
  const own = await member.upload('我.png', 'image/png', png)
  await member.call(setAvatar, { avatar: own })
  const { imageUrl } = await member.call(self)
  expect((await fetched(imageUrl!)).statusCode).toBe(200)
})

test('only what stands on the sign-in page is for everybody, and no longer than it stands there', async () => {
  const card = async () => {
    const { tenantName, timeZone, telemetryMonths, objectVersionNumber } =
      await mine.admin.call(getCorporation)
    return { tenantName, timeZone, telemetryMonths, objectVersionNumber }
  }
  const logo = await mine.admin.upload('标志.png', 'image/png', png)
  await mine.admin.call(saveCorporation, { ...(await card()), logo })
  expect((await fetched(path(logo))).statusCode).toBe(200)
  await mine.admin.call(saveCorporation, { ...(await card()), logo: null })
  expect((await fetched(path(logo))).statusCode).toBe(401)
})

test('a signature is taken out of what comes in, whatever stands around it', () => {
  const key = '/hfle/v1/7/files/content/11111111-1111-4111-8111-111111111111.png'
  expect(bare(`{"a":"${key}?s=abc.DEF-_","b":"<img src=\\"${key}?s=x.y\\"> why?s=1"}`)).toBe(
    `{"a":"${key}","b":"<img src=\\"${key}\\"> why?s=1"}`,
  )
})
