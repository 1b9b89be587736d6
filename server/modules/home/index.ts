import { sql } from 'kysely'
import { homeAround } from '#contract/home/around-calls.ts'
import {
  fixEntries,
  homeWaiting,
  mostWaiting,
  saveHome,
  waitingKinds,
} from '#contract/home/home-calls.ts'
import type { HomeSettings, HomeWaiting } from '#contract/home/home-calls.ts'
import { area } from '#contract/farm/area.ts'
import { role } from '#contract/system/role.ts'
import { row, type Tx } from '#server/db/database.ts'
import { serve } from '#server/http/serve.ts'
import { stepsOf } from '#server/modules/guide/engine/steps.ts'
import { unborneOf } from '#server/modules/planting/engine/area-facts.ts'
import { seasonOf, standingBatches } from '#server/modules/planting/engine/season.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { forecastsOf, placeOf } from './forecast/forecasts.ts'
import { changesFor, locksFor, newsFor, weatherFor } from './around.ts'
import { serveBases } from './bases.ts'
import { briefOf, foretold, serveBrief } from './brief.ts'
import { curvesFor } from './curves.ts'
import { watchDigests } from './digest.ts'
import { homeRoleOf } from './role.ts'

const unset: HomeSettings = { layout: null, entries: null, pins: { channels: [], hours: 24 } }
const settingsOf = async (tx: Tx, account: number): Promise<HomeSettings> => ({
  ...unset,
  ...(
    await row<{ settings: Partial<HomeSettings> }>(
      tx,
      sql`select settings from home_setting where account_id = ${account}`,
    )
  )?.settings,
})

/** The steps that are left, for whoever begins the tenant: who may make its bases. */
async function guideFor(tx: Tx, codes: ReadonlySet<string>): Promise<HomeWaiting['guide']> {
  if (!codes.has(area.permissions.create)) return null
  const steps = await stepsOf(tx, codes)
  const next = steps.find(({ isDone }) => !isDone)
  return next
    ? { done: steps.filter(({ isDone }) => isDone).length, of: steps.length, next: next.code }
    : null
}

/** The first page: what waits for somebody, what is around them, how they arranged it. */
function serveHome(app: Services): void {
  serveBases(app)
  const forecasts = forecastsOf(app)
  serveBrief(app, forecasts)
  serve(app, homeWaiting, ({ base }, { read, actor, codes, language }) =>
    read(async (tx) => {
      const asker = { actor, codes, language, base, most: mostWaiting }
      const counts = []
      const items = []
      for (const { kind, isFor, load } of app.homeFeeds) {
        if (isFor && !isFor(codes)) continue
        const found = await load(tx, asker)
        counts.push({ kind, count: found.count, parts: found.parts })
        items.push(...found.items)
      }
      counts.sort((a, b) => waitingKinds.indexOf(a.kind) - waitingKinds.indexOf(b.kind))
      const fixed = await row<{ entries: string[] }>(tx, sql`select entries from home_fixed`)
      return {
        counts,
        items: items.toSorted(
          (a, b) =>
            b.urgency - a.urgency ||
            // What comes by itself stands in the order in which it comes.
            (a.urgency === 0 ? 1 : -1) * (a.at ?? '').localeCompare(b.at ?? ''),
        ),
        role: homeRoleOf(codes),
        settings: await settingsOf(tx, actor.accountId),
        fixed: fixed?.entries ?? [],
        mayFix: codes.has(role.permissions.assign),
        guide: await guideFor(tx, codes),
      }
    }),
  )
  serve(app, homeAround, ({ base }, { read, actor, codes, language, tenant }) =>
    read(async (tx) => ({
      place: await placeOf(tx, base),
      told: {
        ...(await weatherFor(tx, codes, base)),
        news: await newsFor(tx, actor.accountId),
        locks: await locksFor(tx, codes, base),
        batches: await standingBatches(tx, codes, base),
        season: await seasonOf(tx, codes, base),
        unborne: await unborneOf(tx, codes, base),
        changes: await changesFor(tx, codes),
        brief: await briefOf(app, tx, tenant, { actor, codes, base }),
        curves: await curvesFor(tx, codes, (await settingsOf(tx, actor.accountId)).pins),
      },
      // No connection is held while somebody else's machine is waited for.
    })).then(async ({ place, told }) => ({
      ...told,
      ...(await forecasts.at(place, language)),
      brief: await foretold(told.brief, forecasts, language),
    })),
  )
  serve(app, saveHome, (settings, { write, actor }) =>
    write(async ({ tx, announce }) => {
      await sql`insert into home_setting (account_id, settings)
        values (${actor.accountId}, ${JSON.stringify(settings)}::jsonb)
        on conflict (tenant_id, account_id) do update set settings = excluded.settings,
        last_update_date = now()`.execute(tx)
      // On another screen of theirs it is as they left it here.
      await announce({ resource: 'home', ids: [], kind: 'updated', account: actor.accountId })
    }),
  )
  serve(app, fixEntries, ({ entries }, { write, tenant }) =>
    write(async ({ tx, audit, announce }) => {
      const before = await row<{ tenantName: string; entries: string[] | null }>(
        tx,
        sql`select t.tenant_name, f.entries from tenant t left join home_fixed f on f.tenant_id = t.id
          where t.id = ${tenant}`,
      )
      await sql`insert into home_fixed (entries) values (${entries}::text[])
        on conflict (tenant_id) do update set entries = excluded.entries,
        last_update_date = now()`.execute(tx)
      await audit({
        entity: 'tenant',
        recordId: tenant,
        title: before?.tenantName ?? null,
        action: 'fixEntries',
        before: { entries: before?.entries ?? [] },
        after: { entries },
      })
      await announce({ resource: 'home', ids: [], kind: 'updated' })
    }),
  )
}

export const home: ServerDomain = { name: 'home', serve: serveHome, start: watchDigests }
