import sharp from 'sharp'
import { expect, test } from 'vitest'
import { tenantScreens } from '#contract/account/tenant.ts'
import {
  platformScreens,
  savePlatformScreens,
  uploadScreenPicture,
} from '#contract/platform/platform-calls.ts'
import { twoFarms } from './ground.ts'
import { newMember, newOperator } from './harness.ts'

const { app, mine, theirs } = await twoFarms()
const operator = await newOperator(app)
const picture = await sharp({
  create: { width: 640, height: 360, channels: 3, background: '#1b7a33' },
})
  .png()
  .toBuffer()
const file = { fileName: '指挥大屏.png', content: picture.toString('base64') }
const bare = (address: string | null | undefined) => address?.split('?')[0]
const screens = [
  { screenName: '指挥大屏', screenAddress: 'https://screen.example/1', screenType: 1 as const },
]
/** What a browser gets that shows no session. */
const look = async (url: string) => (await app.http.inject({ method: 'GET', url })).statusCode

test('the operator gives a screen its picture, which its tenant’s people alone are shown', async () => {
  const { screenImage } = await operator.call(uploadScreenPicture, { id: mine.id, ...file })
  expect(await look(screenImage)).toBe(200)
  expect(await look(bare(screenImage)!)).toBe(401)
  await operator.call(savePlatformScreens, {
    id: mine.id,
    screens: [{ ...screens[0]!, screenImage }],
  })
  const [kept] = await operator.call(platformScreens, { id: mine.id })
  expect(bare(kept!.screenImage)).toBe(bare(screenImage))
  expect(await look(kept!.screenImage!)).toBe(200)
  const [seen] = await mine.admin.call(tenantScreens)
  expect(bare(seen!.screenImage)).toBe(bare(screenImage))
  expect(await look(seen!.screenImage!)).toBe(200)
  // Whoever is signed in elsewhere is as good as nobody.
  const authorization = `Bearer ${theirs.admin.token}`
  const stranger = { url: bare(screenImage)!, headers: { authorization } }
  expect((await app.http.inject(stranger)).statusCode).toBe(404)
  // Left out it stays, by null it goes.
  await operator.call(savePlatformScreens, { id: mine.id, screens })
  expect((await mine.admin.call(tenantScreens))[0]!.screenImage).not.toBeNull()
  await operator.call(savePlatformScreens, {
    id: mine.id,
    screens: [{ ...screens[0]!, screenImage: null }],
  })
  expect((await mine.admin.call(tenantScreens))[0]!.screenImage).toBeNull()
})

test('a picture of another tenant is refused, and so is what is no picture', async () => {
  const { screenImage } = await operator.call(uploadScreenPicture, { id: theirs.id, ...file })
  const foreign = await operator.send(savePlatformScreens, {
    id: mine.id,
    screens: [{ ...screens[0]!, screenImage }],
  })
  expect(foreign.statusCode).toBe(422)
  const text = { fileName: 'a.png', content: Buffer.from('no picture').toString('base64') }
  expect((await operator.send(uploadScreenPicture, { id: mine.id, ...text })).statusCode).toBe(422)
  expect((await operator.send(uploadScreenPicture, { id: 999_999_999, ...file })).statusCode).toBe(
    404,
  )
  const member = await newMember(app, mine, [])
  expect((await member.send(uploadScreenPicture, { id: mine.id, ...file })).statusCode).toBe(403)
})
