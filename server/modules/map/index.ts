import { codesOf } from '#contract/call.ts'
import { alarms } from '#contract/alarm/alarm-calls.ts'
import { deviceTypeNames } from '#contract/devices/index.ts'
import { typesSeen } from '#contract/equipment/reach.ts'
import { geocode } from '#contract/map/geocode.ts'
import { mapDay } from '#contract/map/day.ts'
import { digitalMap, mapSources, mostUnplaced } from '#contract/map/map.ts'
import { batch } from '#contract/planting/batch.ts'
import { plotLocks } from '#contract/work/task-calls.ts'
import { task } from '#contract/work/task.ts'
import { HttpError } from '#server/db/http-error.ts'
import { noteFault } from '#server/db/parts.ts'
import { serve } from '#server/http/serve.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import { Archives } from './archives.ts'
import { waterBrief } from './brief.ts'
import { dayOf } from './day.ts'
import { Geocoding } from './geocoder/geocoder.ts'
import { alarmsOf, devicesOf } from './devices.ts'
import { groundOf } from './ground.ts'
import { servePlaces } from './places.ts'
import { servePacks } from './packs.ts'
import { serveTiles } from './tiles.ts'

/** What of plots and devices somebody is told. */
function toldOf(codes: ReadonlySet<string>) {
  const holds = (...any: readonly string[]) => any.some((code) => codes.has(code))
  return {
    types: typesSeen(codes),
    batches: holds(batch.permissions.list),
    tasks: holds(task.permissions.list),
    locks: holds(...codesOf(plotLocks)),
    alarms: holds(...codesOf(alarms)),
  }
}

/** The digital map: the ground to whoever may open it, devices by their types, alarms by theirs. */
export const map: ServerDomain = {
  name: 'map',
  serve(app) {
    app.briefs.push(waterBrief)
    servePlaces(app)
    const sources = (app.options.mapTiles ?? []).map(({ file, ...told }) => ({
      ...told,
      isOwn: file !== undefined,
    }))
    const archives = new Archives(app.options.mapTiles ?? [])
    serveTiles(app, archives)
    servePacks(app, archives)
    serve(app, mapSources, async () => sources)
    const geocoding = app.options.geocoder ? new Geocoding(app.options.geocoder) : null
    serve(app, geocode, async ({ q }, { language }) => {
      if (!geocoding) return { service: null, places: [] }
      const places = await geocoding.find(q, language).catch((error: unknown) => {
        noteFault('geocoder', error)
        throw new HttpError(502, 'map.geocoder')
      })
      return { service: geocoding.kind, places }
    })
    serve(app, mapDay, ({ base, on }, { read, codes, tenant }) =>
      read((tx) => dayOf(tx, { tenant, base, on, told: toldOf(codes) })),
    )
    serve(app, digitalMap, ({ base, only, ids }, { read, codes }) =>
      read(async (tx) => {
        const told = toldOf(codes)
        const { types } = told
        const ground = only ? null : await groundOf(tx, base, told)
        const asked = ids === undefined ? null : ids.split(',').map(Number)
        const stood = only === 'alarms' ? null : await devicesOf(tx, { base, ids: asked, types })
        const unplaced = [...(ground?.unplaced ?? []), ...(stood?.unplaced ?? [])]
        return {
          bases: ground?.bases ?? [],
          plots: ground?.plots ?? [],
          landmarks: ground?.landmarks ?? [],
          crops: ground?.crops ?? [],
          types: deviceTypeNames,
          devices: stood?.devices ?? [],
          alarms: told.alarms ? await alarmsOf(tx, base, types) : null,
          unplaced: unplaced.slice(0, mostUnplaced),
          unplacedCount: unplaced.length,
          sources: ground ? sources : [],
        }
      }),
    )
  },
}
