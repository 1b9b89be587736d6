import { saveMapPlaces } from '#contract/map/manage.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { area } from '#contract/farm/area.ts'
import { land } from '#contract/farm/land.ts'
import { mapScreen } from '#contract/map/map.ts'
import { makeMapPack, mostPackBytes, packIndexName, type PackIndex } from '#contract/map/pack.ts'
import { job as jobCall, type JobRow } from '#contract/platform/platform-calls.ts'
import type { Client } from '#server/demo/client.ts'
import { readConfig } from '#server/config.ts'
import { raiseRights } from '#server/db/rights.ts'
import { boundsOf, countOf, tilesOf } from '#server/modules/map/cover.ts'
import { tarFiles } from '#src/lib/tar.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant } from './harness.ts'
import { pmtiles } from './pmtiles-archive.ts'
import { make } from './samples.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-packs-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const field: [number, number][] = [
  [113.4, 22.9],
  [113.404, 22.9],
  [113.404, 22.903],
  [113.4, 22.903],
]
const cut = (zoom: number) => ({
  bounds: boundsOf([field], null)!,
  zoom,
  projection: 'wgs84' as const,
})
const covering = [...tilesOf(cut(15))]
const elsewhere = [15, 100, 100] as const
const file = join(folder, 'farm.pmtiles')
writeFileSync(
  file,
  pmtiles([...covering, elsewhere].map((at) => ({ at, bytes: `tile ${at.join('/')}` }))),
)
const { mapTiles } = readConfig({ FURROW_MAP_TILES: JSON.stringify([{ name: '影像', file }]) })
const { app, mine } = await oneFarm({ mapTiles })
app.jobs.start()
const base = await make(area, mine.admin)
const plot = await make(land, mine.admin)
await app.db.write(mine.id, (tx) =>
  sql`update land set area_id = ${base.id}, boundary = ${JSON.stringify(field)}::jsonb
    where id = ${plot.id}`.execute(tx),
)

async function done(client: Client, jobId: number): Promise<JobRow> {
  for (let i = 0; i < 200; i++) {
    const job = await client.call(jobCall, { id: jobId })
    if (job.state !== 'queued' && job.state !== 'running') return job
    await wait(50)
  }
  throw new Error('it does not end')
}
const begin = (client: Client, areaId: number, zoom = 15) =>
  client.call(makeMapPack, { areaId, zoom })
const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })
async function filesOf(resultUrl: string) {
  const answer = await app.http.inject({ url: resultUrl, headers: bearer(mine.admin) })
  expect(answer.statusCode).toBe(200)
  const found = new Map<string, string>()
  for await (const { name, bytes } of tarFiles(
    new Blob([new Uint8Array(answer.rawPayload)]).stream(),
  ))
    found.set(name, new TextDecoder().decode(bytes))
  return found
}

test('a pack has the tiles around a base and no others, by the addresses that they are asked at', async () => {
  const { jobId } = await begin(mine.admin, base.id)
  const job = await done(mine.admin, jobId)
  expect(job).toMatchObject({ state: 'done', kind: 'map-pack', progress: 100 })
  const files = await filesOf(job.resultUrl!)
  const [first] = files.keys()
  expect(first).toBe(packIndexName)
  const index = JSON.parse(files.get(packIndexName)!) as PackIndex
  expect(index).toEqual({
    areaId: base.id,
    zoom: 15,
    sources: [{ path: 'map-tiles/0/', type: 'image/png', name: '影像' }],
  })
  const names = covering.map((at) => `map-tiles/0/${at.join('/')}`)
  expect([...files.keys()].slice(1).toSorted()).toEqual(names.toSorted())
  for (const at of covering)
    expect(files.get(`map-tiles/0/${at.join('/')}`)).toBe(`tile ${at.join('/')}`)
})

test('a pack covers the ground with its margin, wherever its pictures say that it lies', () => {
  const [west, south, east, north] = boundsOf([field], null)!
  expect([113.4 - west, 22.9 - south]).toEqual([
    expect.closeTo(0.0029, 4),
    expect.closeTo(0.0027, 4),
  ])
  expect([east - 113.404, north - 22.903]).toEqual([
    expect.closeTo(0.0029, 4),
    expect.closeTo(0.0027, 4),
  ])
  expect(countOf(cut(15))).toBe(covering.length)
  const shifted = [...tilesOf({ ...cut(17), projection: 'gcj02' })]
  expect(shifted).not.toEqual([...tilesOf(cut(17))])
  expect(boundsOf([], [113, 22])).not.toBeNull()
  expect(boundsOf([], null)).toBeNull()
})

test('what would be too much is refused before it is cut, in the caller’s language', async () => {
  const wide = await make(area, mine.admin)
  const far = await make(land, mine.admin)
  await app.db.write(mine.id, (tx) =>
    sql`update land set area_id = ${wide.id}, boundary = '[[113,22],[115,22],[115,24]]'::jsonb
      where id = ${far.id}`.execute(tx),
  )
  await expect(begin(mine.admin, wide.id, 15)).rejects.toMatchObject({
    status: 422,
    body: { fields: { zoom: /张图片，最多 20000 张/ } },
  })
  await expect(begin(mine.admin, base.id, 21)).rejects.toMatchObject({ status: 400 })
  const nowhere = await make(area, mine.admin)
  await app.db.write(mine.id, (tx) =>
    sql`update area set latlng = null where id = ${nowhere.id}`.execute(tx),
  )
  const answer = await mine.admin.send(
    makeMapPack,
    { areaId: nowhere.id, zoom: 15 },
    { 'accept-language': 'en-US' },
  )
  expect([answer.statusCode, answer.json<{ message: string }>().message]).toEqual([
    422,
    expect.stringContaining('has no plot drawn and no position'),
  ])
})

test('pictures of more than a phone takes are refused in words, and nothing is left of them', async () => {
  const heavy = join(folder, 'heavy.pmtiles')
  const bytes = 'x'.repeat(Math.ceil(mostPackBytes / (covering.length - 1)))
  writeFileSync(heavy, pmtiles(covering.map((at) => ({ at, bytes }))))
  const { mapTiles: large } = readConfig({
    FURROW_MAP_TILES: JSON.stringify([{ name: '大图', file: heavy }]),
  })
  const { app: other, mine: own } = await oneFarm({ mapTiles: large })
  other.jobs.start()
  const ground = await make(area, own.admin)
  const part = await make(land, own.admin)
  await other.db.write(own.id, (tx) =>
    sql`update land set area_id = ${ground.id}, boundary = ${JSON.stringify(field)}::jsonb
      where id = ${part.id}`.execute(tx),
  )
  const { jobId } = await begin(own.admin, ground.id)
  expect(await done(own.admin, jobId)).toMatchObject({
    state: 'failed',
    message: expect.stringContaining('超过 64 MB') as string,
    resultUrl: null,
  })
})

test('a base that one does not see is none, another tenant’s neither, and not without the map', async () => {
  const stranger = await newMember(app, mine, [mapScreen.permission!])
  await app.db.write(mine.id, async (tx) => {
    await sql`update member set data_scope = 'areas', scope_area_ids = '{}'::bigint[]
      where account_id = ${stranger.accountId}`.execute(tx)
    await raiseRights(tx, mine.id)
  })
  await expect(begin(stranger, base.id)).rejects.toMatchObject({ status: 404 })
  const theirs = await newTenant(app)
  await expect(begin(theirs.admin, base.id)).rejects.toMatchObject({ status: 404 })
  const without = await newMember(app, mine, ['wfpf.farm.base'])
  await expect(begin(without, base.id)).rejects.toMatchObject({ status: 403 })
})

test('without an archive a pack says that there is nothing in it but our own ground', async () => {
  const { app: plain, mine: own } = await oneFarm()
  plain.jobs.start()
  const ground = await make(area, own.admin)
  await own.admin.send(saveMapPlaces, {
    changes: [{ kind: 'base', id: ground.id, was: null, at: [113.4, 22.9] }],
  })
  const { jobId } = await begin(own.admin, ground.id)
  const job = await done(own.admin, jobId)
  expect(job.state).toBe('done')
  const answer = await plain.http.inject({ url: job.resultUrl!, headers: bearer(own.admin) })
  const files = []
  for await (const one of tarFiles(new Blob([new Uint8Array(answer.rawPayload)]).stream()))
    files.push(one.name)
  expect(files).toEqual([packIndexName])
})
