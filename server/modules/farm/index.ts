import { sql } from 'kysely'
import type { z } from 'zod'
import { areaGround, mostPlotsOfBase, type AreaGround } from '#contract/farm/area-ground.ts'
import { area } from '#contract/farm/area.ts'
import { landParts } from '#contract/farm/land-part.ts'
import { land } from '#contract/farm/land.ts'
import { taskType } from '#contract/farm/task-type.ts'
import {
  adminAreas,
  defaultArea,
  setDefaultArea,
  type AreaBrief,
} from '#contract/system/permission-calls.ts'
import { changed, row, rows, type Tx } from '#server/db/database.ts'
import { raiseRights } from '#server/db/rights.ts'
import { HttpError, notFound, unprocessable } from '#server/db/http-error.ts'
import { crud, demand } from '#server/http/crud.ts'
import { checkedDivision } from '#server/modules/planting/engine/parts.ts'
import { serve } from '#server/http/serve.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { serveCrops } from './crop.ts'
import { withGround } from './land.ts'

const makeDefault = async (tx: Tx, id: number) => {
  await sql`update area set default_flag = 0 where default_flag = 1 and id <> ${id}`.execute(tx)
  return changed(tx, sql`update area set default_flag = 1, enabled_flag = 1 where id = ${id}`)
}

function serveFarm(app: Services): void {
  crud(app, area, {
    prepare: async (given, before, { tx }, { codes }) => {
      const values = withGround(given, before, 'latlng')
      if (before?.defaultFlag === 1 && values.enabledFlag === 0) throw unprocessable('area.default')
      if (values.defaultFlag !== 1) return values
      // Taking the place of another is a right of its own.
      const other = await row(tx, sql`select 1 from area where default_flag = 1`)
      if (other && !codes.has(area.permissions.setDefault))
        throw new HttpError(403, 'error.permission.mismatch', {
          extra: { missing: [area.permissions.setDefault] },
        })
      if (values.enabledFlag === 0) throw unprocessable('area.default')
      await sql`update area set default_flag = 0 where default_flag = 1`.execute(tx)
      return values
    },
    after: async (action, saved, { tx }, { tenant }) => {
      // Whose base it is says who sees it.
      await raiseRights(tx, tenant)
      // The first base of a tenant is its default.
      if (action === 'create' && !(await row(tx, sql`select 1 from area where default_flag = 1`)))
        await makeDefault(tx, saved.id)
    },
    // Another is made the default first; the last one of all has none beside it.
    beforeRemove: async (found, { tx }) => {
      if (
        found.defaultFlag === 1 &&
        (await row(tx, sql`select 1 from area where id <> ${found.id} limit 1`))
      )
        throw unprocessable('area.default')
    },
  })
  serve(app, defaultArea, async ({ areaId }, { read }) => {
    const found = await read((tx) =>
      row<AreaBrief>(
        tx,
        sql`select id, id as area_id, area_name, area_center, latlng, default_flag from area
          where ${areaId ? sql`id = ${areaId}` : sql`default_flag = 1`}`,
      ),
    )
    if (!found) throw notFound()
    return found
  })
  serve(app, setDefaultArea, async ({ areaId }, { write }) =>
    write(async ({ tx, audit, announce }) => {
      const before = await demand(tx, area, areaId, 'setDefault')
      await makeDefault(tx, areaId)
      await audit({
        entity: 'area',
        recordId: areaId,
        title: String(before.areaName),
        action: 'setDefault',
      })
      await announce({ resource: 'area', ids: [areaId], kind: 'updated' })
    }),
  )
  serve(app, adminAreas, async (_input, { read }) =>
    read((tx) =>
      rows<AreaBrief>(
        tx,
        sql`
    select id, id as area_id, area_name, area_center, latlng, default_flag from area
    order by default_flag desc, id limit 2000`,
      ),
    ),
  )

  serve(app, areaGround, async ({ areaId }, { read }) =>
    read(async (tx) => {
      const found = await row<Omit<AreaGround, 'plots'>>(
        tx,
        sql`select acreage, boundary from area where id = ${areaId}`,
      )
      if (!found) throw notFound()
      const plots = await rows<AreaGround['plots'][number]>(
        tx,
        sql`select id, land_name as name, acreage, boundary as corners from land
          where area_id = ${areaId} order by id limit ${mostPlotsOfBase}`,
      )
      return { ...found, plots }
    }),
  )
  serveCrops(app)
  crud(app, taskType, {
    prepare: async (values) => ({ ...values, ...(values.payBy === null && { payBy: 'hour' }) }),
  })
  serve(app, landParts, ({ landIds }, { read }) =>
    read((tx) =>
      rows<z.output<typeof landParts.answer>[number]>(
        tx,
        sql`select id as land_id, land_name, parts from land
          where id = any(${landIds.split(',').map(Number)}::bigint[]) and parts <> '[]' order by id`,
      ),
    ),
  )
  crud(app, land, {
    prepare: async (values, before, { tx }) => {
      const sound = withGround(values, before)
      if (sound.parts === undefined) return sound
      const whole = { ...before, ...sound } as { acreage?: number | null }
      const parts = (sound.parts ?? []) as { name: string; acreage?: number | null }[]
      const old = (before?.parts as { name: string }[] | undefined) ?? []
      await checkedDivision(tx, before?.id ?? null, parts, old, whole.acreage ?? null)
      return {
        ...sound,
        parts: parts.map(({ name, acreage = null }) => ({ name, acreage })),
      }
    },
  })
}

export const farm: ServerDomain = { name: 'farm', serve: serveFarm }
