import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { digitalMap } from '#contract/map/map.ts'
import { scratchDir } from '#scripts/scratch.mjs'
import { readConfig } from '#server/config.ts'
import { oneFarm } from './ground.ts'
import { mbtiles } from './mbtiles-archive.ts'
import { pmtiles } from './pmtiles-archive.ts'

const folder = mkdtempSync(join(scratchDir(), 'furrow-tiles-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const archive = (name: string, ...given: Parameters<typeof pmtiles>) => {
  const file = join(folder, name)
  writeFileSync(file, pmtiles(...given))
  return file
}

const said = (file: string) => JSON.stringify([{ name: '离线影像', file, maxZoom: 18 }])

const farm = [
  { at: [0, 0, 0], bytes: 'whole earth' },
  { at: [14, 13_345, 7_123], bytes: 'a field' },
] as const
const made = {
  'a PMTiles archive': () => archive('farm.pmtiles', farm),
  'an MBTiles file': () => {
    const file = join(folder, 'farm.mbtiles')
    mbtiles(file, farm)
    // What a killed program that wrote it left behind.
    mkdirSync(`${file}.lock`)
    return file
  },
}
test.each(Object.entries(made))(
  'tiles come out of %s on this machine, and its place is told to nobody',
  async (_, make) => {
    const file = make()
    const { mapTiles } = readConfig({ FURROW_MAP_TILES: said(file) })
    const { app, mine } = await oneFarm({ mapTiles })
    const map = await mine.admin.call(digitalMap)
    expect(map.sources).toEqual([
      {
        name: '离线影像',
        url: '/map-tiles/0/{z}/{x}/{y}',
        projection: 'wgs84',
        attribution: '',
        // No deeper than the archive goes, whatever is said.
        nativeMaxZoom: 14,
        isOwn: true,
      },
    ])
    const get = (path: string) => app.http.inject({ url: `/map-tiles/${path}` })
    const tile = await get('0/14/13345/7123')
    expect([tile.statusCode, tile.body, tile.headers['content-type']]).toEqual([
      200,
      'a field',
      'image/png',
    ])
    expect(tile.headers['cache-control']).toMatch(/max-age/)
    expect((await get('0/0/0/0')).body).toBe('whole earth')
    for (const path of [
      '0/14/13346/7123',
      '1/0/0/0',
      '0/0/1/0',
      '0/30/0/0',
      '0/9999999/1/1',
      '0/-1/0/0',
      '0/0/0/..%2f..%2fetc%2fpasswd',
    ])
      expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  },
)

test('the deepest level is what the metadata of MBTiles say', () => {
  const file = join(folder, 'said.mbtiles')
  mbtiles(file, farm, { format: 'JPG', maxzoom: '12' })
  expect(readConfig({ FURROW_MAP_TILES: said(file) }).mapTiles).toMatchObject([
    { nativeMaxZoom: 12, file: { format: 'mbtiles' } },
  ])
})

test('an archive that is gone is no tile, and one that is back is', async () => {
  const file = archive('moved.pmtiles', [{ at: [0, 0, 0], bytes: 'earth' }])
  const { mapTiles } = readConfig({ FURROW_MAP_TILES: said(file) })
  renameSync(file, `${file}.away`)
  const { app } = await oneFarm({ mapTiles })
  const get = async () => (await app.http.inject({ url: '/map-tiles/0/0/0/0' })).statusCode
  expect(await get()).toBe(404)
  renameSync(`${file}.away`, file)
  expect(await get()).toBe(200)
})

test('what is no archive of pictures is said at the start', () => {
  const config = (file: string) => () => readConfig({ FURROW_MAP_TILES: said(file) })
  expect(config(join(folder, 'none.pmtiles'))).toThrow(/that can be read/)
  const other = join(folder, 'x.tiles')
  writeFileSync(other, 'SQLite')
  expect(config(other)).toThrow(/PMTiles archive .*MBTiles/)
  writeFileSync(other, 'SQLite format 3\0 and no page of it')
  expect(config(other)).toThrow(/MBTiles file that can be read: .*not a database/)
  mbtiles(join(folder, 'streets'), farm, { format: 'pbf' })
  expect(config(join(folder, 'streets'))).toThrow(/vector tiles/)
  expect(config(archive('vector', [{ at: [0, 0, 0], bytes: 'x' }], 1))).toThrow(/vector tiles/)
})
