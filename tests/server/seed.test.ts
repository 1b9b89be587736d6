import { expect, test } from 'vitest'
import { seed as seedEntity, type SeedIntroduction } from '#contract/planting/seed.ts'
import { twoFarms } from './ground.ts'
import { make } from './samples.ts'
import { crop } from '#contract/farm/crop.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unique } from './harness.ts'

const { app, mine, theirs } = await twoFarms()
const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('visitors read of a seed while it is public, its pictures with it, and of no other', async () => {
  const picture = await mine.admin.upload('种子.png', 'image/png', pixel)
  const cropId = (await make(crop, mine.admin)).id
  const seed = {
    seedName: unique('粤晶'),
    cropId,
    corpEnName: 'Rice',
    imageUrl: picture,
    publicFlag: 1 as const,
    farmingPractices: [
      { name: '浸种', description: '<p onclick="x()">浸 24 小时<script>alert(1)</script></p>' },
    ],
    productAttributes: [{ name: '香', enName: 'Aroma', imageUrl: picture }],
  }
  const made = await mine.admin.call(callOf(seedEntity, 'create'), seed)
  const ask = async (tenant: number, id: number) =>
    app.http.inject({ url: `/wfpf/v1/${tenant}/seed/introduction/${id}` })
  const told = await ask(mine.id, made.id)
  expect(told.statusCode).toBe(200)
  const page = told.json<SeedIntroduction>()
  expect(page).toMatchObject({ seedName: seed.seedName, corpEnName: 'Rice', seedEnName: null })
  expect(page.farmingPractices).toEqual([
    { name: '浸种', imageUrl: null, description: '<p>浸 24 小时</p>' },
  ])
  // The picture is seen with the page, and by nobody who was not given its address.
  expect((await app.http.inject({ url: page.imageUrl! })).statusCode).toBe(200)
  expect((await app.http.inject({ url: picture.split('?')[0]! })).statusCode).toBe(401)

  expect((await ask(theirs.id, made.id)).statusCode).toBe(404)
  for (const odd of ['0', 'x', '9'.repeat(20)])
    expect((await app.http.inject({ url: `/wfpf/v1/${odd}/seed/introduction/1` })).statusCode).toBe(
      404,
    )
  await mine.admin.call(callOf(seedEntity, 'edit'), {
    ...seed,
    id: made.id,
    objectVersionNumber: made.objectVersionNumber,
    publicFlag: 0,
  })
  expect((await ask(mine.id, made.id)).statusCode).toBe(404)
})

test('a picture of another tenant is opened to nobody by naming it as a seed’s', async () => {
  const foreign = (await theirs.admin.upload('别人.png', 'image/png', pixel)).split('?')[0]!
  const { id } = await mine.admin.call(callOf(seedEntity, 'create'), {
    seedName: unique('盗图'),
    cropId: (await make(crop, mine.admin)).id,
    publicFlag: 1,
    imageUrl: foreign,
    farmingPractices: [{ name: '浸种', description: `<p><img src="${foreign}"></p>` }],
    productAttributes: [{ name: '香', imageUrl: foreign }],
  })
  const page = await app.http.inject({ url: `/wfpf/v1/${mine.id}/seed/introduction/${id}` })
  expect(page.statusCode).toBe(200)
  const list = await mine.admin.send(callOf(seedEntity, 'list'), {})
  for (const { body } of [page, list]) {
    expect(body).toContain(foreign)
    expect(body).not.toContain(`${foreign}?s=`)
  }
})
