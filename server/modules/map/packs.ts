import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { codesOf } from '#contract/call.ts'
import { area } from '#contract/farm/area.ts'
import type { Ground } from '#contract/ground.ts'
import {
  makeMapPack,
  mostPackBytes,
  mostPackTiles,
  packIndexName,
  type PackIndex,
} from '#contract/map/pack.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { fileNameOf } from '#server/http/file-name.ts'
import { serve } from '#server/http/serve.ts'
import { sentence } from '#server/i18n/texts.ts'
import { enqueue, Told } from '#server/jobs/queue.ts'
import { keepResult } from '#server/modules/file/engine/keep.ts'
import { tilePath, type MapTiles } from '#server/services/map-tiles.ts'
import type { Services } from '#server/services/services.ts'
import type { Archives } from './archives.ts'
import { boundsOf, countOf, tilesOf, type Bounds } from './cover.ts'
import { placeOf } from './placing.ts'
import { TarWriter } from './tar.ts'

interface Asked {
  areaId: number
  zoom: number
  language: Language
}
/** So many tiles between two looks at whether somebody stopped it. */
const stepTiles = 50
const mebibyte = 1024 * 1024

/** A base that the caller sees, and what it covers. Errors: 404; 422 where nobody knows where it lies. */
async function groundAround(tx: Tx, areaId: number): Promise<{ name: string; bounds: Bounds }> {
  const base = await demand(tx, area, areaId, 'show')
  const name = String(base.areaName)
  const plots = await rows<{ boundary: Ground }>(
    tx,
    sql`select boundary from land where area_id = ${areaId} and enabled_flag = 1
      and boundary is not null limit 20000`,
  )
  const place = placeOf(base.latlng as string | null)
  const bounds = boundsOf(
    [...plots.map(({ boundary }) => boundary), ...(base.boundary ? [base.boundary as Ground] : [])],
    'at' in place ? place.at : null,
  )
  if (!bounds) throw unprocessable('map.pack_nowhere', { name })
  return { name, bounds }
}

const pathOf = (place: number) => `${tilePath(place).slice(1)}/`

/** Packs of a base's ground, cut out of the operator's archives by a job, to be taken along. */
export function servePacks(app: Services, archives: Archives): void {
  const { jobs, store, filesDir } = app
  const { db } = app.platform
  const sources = (app.options.mapTiles ?? []).flatMap((source, place) =>
    archives.has(place) ? [{ ...source, place }] : [],
  )
  const cutOf = ({ projection, nativeMaxZoom }: MapTiles, bounds: Bounds, zoom: number) => ({
    bounds,
    projection,
    zoom: Math.min(zoom, nativeMaxZoom),
  })
  const countAll = (bounds: Bounds, zoom: number) =>
    sources.reduce((sum, source) => sum + countOf(cutOf(source, bounds, zoom)), 0)

  /** What the other files are, which comes before them. */
  const indexOf = async (areaId: number, zoom: number): Promise<PackIndex> => ({
    areaId,
    zoom,
    sources: await Promise.all(
      sources.map(async ({ place, name }) => ({
        path: pathOf(place),
        type: (await archives.typeOf(place)) ?? 'application/octet-stream',
        name,
      })),
    ),
  })

  serve(app, makeMapPack, ({ areaId, zoom }, { write, actor, language }) =>
    write(async ({ tx, audit }) => {
      const { name, bounds } = await groundAround(tx, areaId)
      const count = countAll(bounds, zoom)
      if (count > mostPackTiles)
        throw invalidFields({
          zoom: { code: 'map.pack_tiles', params: { count, most: mostPackTiles } },
        })
      const jobId = await enqueue(tx, actor.accountId, 'map-pack', { areaId, zoom, language })
      await audit({
        entity: area.name,
        recordId: areaId,
        title: name,
        action: 'export',
        after: { zoom },
      })
      return { jobId }
    }),
  )

  jobs.on(
    'map-pack',
    () => codesOf(makeMapPack),
    async ({ tenant, accountId, input, scope, progress }) => {
      const { areaId, zoom, language } = input as unknown as Asked
      const { name, bounds } = await db.read(tenant, (tx) => groundAround(tx, areaId), scope)
      const count = Math.max(1, countAll(bounds, zoom))
      const key = `${randomUUID()}.tar`
      const path = join(filesDir, 'incoming', key)
      await mkdir(join(filesDir, 'incoming'), { recursive: true })
      const tar = await TarWriter.create(path)
      try {
        await tar.add(packIndexName, Buffer.from(JSON.stringify(await indexOf(areaId, zoom))))
        let done = 0
        for (const source of sources)
          for (const tile of tilesOf(cutOf(source, bounds, zoom))) {
            const found = await archives.tile(source.place, tile)
            if (found) await tar.add(`${pathOf(source.place)}${tile.join('/')}`, found.bytes)
            if (tar.bytes > mostPackBytes)
              throw new Told(
                sentence('map.pack_bytes', language, { most: mostPackBytes / mebibyte, zoom }),
              )
            if (++done % stepTiles === 0) await progress((99 * done) / count)
          }
        await progress(99)
        await tar.end()
      } catch (error) {
        await tar.close()
        await rm(path, { force: true })
        throw error
      }
      const called = fileNameOf(`${name}-${zoom}.tar`)
      await keepResult(db, store, {
        tenant,
        accountId,
        path,
        key,
        name: called,
        type: 'application/x-tar',
      })
      return { key, name: called, message: String(count) }
    },
  )
}
