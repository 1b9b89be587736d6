import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import {
  briefKinds,
  homeBrief,
  mostBriefBases,
  saveDigest,
  type Brief,
  type BriefLine,
} from '#contract/home/brief.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import { today } from '#server/modules/inventory/engine/posting-date.ts'
import type { BriefReader } from '#server/services/brief.ts'
import type { Services } from '#server/services/services.ts'
import type { Forecasts } from './forecast/forecasts.ts'
import { pestBrief, weatherBrief } from './measured.ts'

/** A brief that still knows where its bases lie. */
interface PlacedBrief extends Brief {
  bases: (Brief['bases'][number] & { latlng: string | null })[]
}

/**
 * The brief with what is foretold for each base today, where a weather service is asked. Not within
 * a transaction: somebody else's machine is waited for, if hardly at all.
 */
export const foretold = async (
  { day, bases }: PlacedBrief,
  forecasts: Forecasts,
  language: Language,
): Promise<Brief> => ({
  day,
  bases: await Promise.all(
    bases.map(async ({ latlng, ...base }) => {
      const { areaName } = base
      const { forecast } = await forecasts.at(latlng ? { areaName, latlng } : null, language)
      const today = forecast?.days.find(({ date }) => date === day)
      if (!forecast || !today) return base
      const { sky, least, most, rain } = today
      const line: BriefLine = {
        kind: 'forecast',
        sky,
        low: least,
        high: most,
        rain,
        warnings: forecast.warnings.map(({ title }) => title),
        by: forecast.attribution,
      }
      return { ...base, lines: [...base.lines, line] }
    }),
  ),
})

/** What a reader may know of each base that they see, the default base first. */
export async function briefOf(
  { briefs }: Pick<Services, 'briefs'>,
  tx: Tx,
  tenant: number,
  reader: BriefReader,
): Promise<PlacedBrief> {
  const bases = await rows<{ areaId: number; areaName: string; latlng: string | null }>(
    tx,
    sql`select id as area_id, area_name, latlng from area
      ${reader.base ? sql`where id = ${reader.base}` : sql``}
      order by default_flag desc, id limit ${mostBriefBases}`,
  )
  const found: ReadonlyMap<number, BriefLine>[] = []
  for (const kind of briefKinds)
    for (const source of briefs)
      if (source.kind === kind && source.isFor(reader.codes))
        found.push(await source.load(tx, reader))
  return {
    day: await today(tx, tenant),
    // Whoever may know nothing of a base is not told its name either.
    bases: bases
      .map((base) => ({
        ...base,
        lines: found.flatMap((lines) => lines.get(base.areaId) ?? []),
      }))
      .filter(({ lines }) => lines.length > 0),
  }
}

export function serveBrief(app: Services, forecasts: Forecasts): void {
  app.briefs.push(pestBrief, weatherBrief)
  serve(app, homeBrief, ({ base }, { read, actor, codes, tenant, language }) =>
    read(async (tx) => ({
      kept: await row<{ digestHour: number | null }>(
        tx,
        sql`select digest_hour from home_setting where account_id = ${actor.accountId}`,
      ),
      told: await briefOf(app, tx, tenant, { actor, codes, base }),
    })).then(async ({ kept, told }) => ({
      ...(await foretold(told, forecasts, language)),
      digestHour: kept?.digestHour ?? null,
    })),
  )
  serve(app, saveDigest, ({ hour }, { write, actor }) =>
    write(async ({ tx, announce }) => {
      // Asked for after its hour, it begins tomorrow.
      await sql`insert into home_setting as s (account_id, digest_hour, digest_on)
        select ${actor.accountId}, ${hour}, case when extract(hour from now() at time zone n.time_zone) >= ${hour}
          then (now() at time zone n.time_zone)::date end
        from tenant n where n.id = furrow_tenant()
        on conflict (tenant_id, account_id) do update set digest_hour = excluded.digest_hour,
          digest_on = coalesce(excluded.digest_on, s.digest_on), last_update_date = now()`.execute(
        tx,
      )
      await announce({ resource: 'home', ids: [], kind: 'updated', account: actor.accountId })
    }),
  )
}
