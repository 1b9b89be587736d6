import { sql } from 'kysely'
import { listPreferences, saveListPreference, type ListSettings } from '#contract/account/self.ts'
import * as calls from '#contract/account/tenant.ts'
import { screens } from '#contract/domains.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { realNameOf } from '#server/db/people.ts'
import {
  confirmClaim,
  isProven,
  isReserved,
  newDomainToken,
  recordName,
  recordValue,
} from '#server/modules/account/engine/domain.ts'
import { publish } from '#server/modules/file/engine/publish.ts'
import { serve, servePublic } from '#server/http/serve.ts'
import { parse } from '#server/http/validate.ts'
import type { Services } from '#server/services/services.ts'
import { z } from 'zod'

interface ThemeRow {
  id: number | null
  userId: number
  theme: string
  objectVersionNumber: number
}
const findTheme = (tx: Tx, account: number) =>
  row<ThemeRow>(
    tx,
    sql`select id, account_id as user_id, theme, object_version_number from menu_theme where account_id = ${account}`,
  )

const card = sql`select id, tenant_name, tenant_num, credit_code, contact, contact_phone, address,
  description, time_zone, telemetry_months, alarm_days, second_factor_flag, logo, favicon,
  login_title, sub_title, copyright, domain_name, domain_token, domain_confirmed_at,
  object_version_number, last_update_date, last_updated_by from tenant`
type Kept = Omit<calls.Corporation, 'domainState' | 'domainRecord'> & {
  domainToken: string | null
  domainConfirmedAt: string | null
  lastUpdatedBy: number | null
}
const shown = ({ domainToken, domainConfirmedAt, ...kept }: Kept) => ({
  ...kept,
  domainState:
    kept.domainName === null
      ? null
      : domainConfirmedAt
        ? ('confirmed' as const)
        : ('pending' as const),
  domainRecord:
    kept.domainName && domainToken
      ? { name: recordName(kept.domainName), value: recordValue(domainToken) }
      : null,
})
const timeZones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])

export function serveTenant(app: Services): void {
  const { db } = app.platform
  serve(
    app,
    calls.getTheme,
    async (_input, { actor, read }) =>
      (await read((tx) => findTheme(tx, actor.accountId))) ?? {
        id: null,
        userId: actor.accountId,
        theme: JSON.stringify(calls.defaultTheme),
        objectVersionNumber: 1,
      },
  )
  const save = async (text: string, account: number, tx: Tx) => {
    let given: unknown
    try {
      given = JSON.parse(text)
    } catch {
      throw new HttpError(400, 'error.data_invalid', {
        fields: { theme: { code: 'field.invalid' } },
      })
    }
    const theme = JSON.stringify(parse(z.object({ ...calls.theme.shape }), given))
    await sql`insert into menu_theme (account_id, theme, created_by, last_updated_by)
      values (${account}, ${theme}, ${account}, ${account})
      on conflict (tenant_id, account_id) do update set theme = excluded.theme,
      object_version_number = menu_theme.object_version_number + 1, last_update_date = now()`.execute(
      tx,
    )
    return (await findTheme(tx, account))!
  }
  serve(app, calls.createTheme, async ({ theme }, { actor, write }) =>
    write(({ tx }) => save(theme, actor.accountId, tx)),
  )
  // The id is the caller's own theme or nobody's: there is one per person.
  serve(app, calls.saveTheme, async ({ theme, id }, { actor, write }) =>
    write(async ({ tx }) => {
      if ((await findTheme(tx, actor.accountId))?.id !== id)
        throw new HttpError(404, 'error.not_found')
      return save(theme, actor.accountId, tx)
    }),
  )

  serve(app, listPreferences, async (_input, { read, actor }) =>
    read((tx) =>
      rows<{ screen: string; settings: ListSettings }>(
        tx,
        sql`select screen, settings from list_preference where account_id = ${actor.accountId} order by screen`,
      ),
    ),
  )
  serve(app, saveListPreference, async ({ screen, settings }, { write, actor }) => {
    if (!screens.some(({ name }) => name === screen))
      throw invalidFields({ screen: { code: 'field.invalid' } })
    await write(({ tx }) =>
      sql`insert into list_preference (account_id, screen, settings)
        values (${actor.accountId}, ${screen}, ${JSON.stringify(settings)}::jsonb)
      on conflict (tenant_id, account_id, screen) do update set settings = excluded.settings`.execute(
        tx,
      ),
    )
  })

  servePublic(app, calls.domain, async ({ domainName }, { request }) => {
    const host = (domainName ?? request.hostname).toLowerCase()
    const found = await db.platform((tx) =>
      row<calls.Corporation>(
        tx,
        sql`${card} where domain_name = ${host} and domain_confirmed_at is not null and enabled_flag = 1`,
      ),
    )
    return {
      workLogo: found?.logo ?? null,
      loginLogo: found?.logo ?? null,
      menuLogo: found?.logo ?? null,
      favicon: found?.favicon ?? null,
      titleLoginLogo: found?.loginTitle ?? null,
      subTitle: found?.subTitle ?? null,
      copyright: found?.copyright ?? null,
    }
  })
  serve(app, calls.noviceCheck, async (_input, { tenant }) => {
    const found = await db.platform((tx) =>
      row<{ noviceFlag: 0 | 1 }>(tx, sql`select novice_flag from tenant where id = ${tenant}`),
    )
    return found!.noviceFlag
  })
  serve(app, calls.noviceUnlock, async (_input, { tenant, write }) =>
    write(async ({ tx, audit }) => {
      const done = await row<{ tenantName: string }>(
        tx,
        sql`update tenant set novice_flag = 0 where id = ${tenant} and novice_flag = 1
          and exists (select 1 from area) returning tenant_name`,
      )
      if (done)
        await audit({
          entity: 'tenant',
          recordId: tenant,
          title: done.tenantName,
          action: 'noviceUnlock',
        })
    }),
  )

  const kept = async (tx: Tx, tenant: number) =>
    (await row<Kept>(tx, sql`${card} where id = ${tenant} for update`))!
  serve(app, calls.getCorporation, async (_input, { tenant, read }) =>
    shown((await read((tx) => row<Kept>(tx, sql`${card} where id = ${tenant}`)))!),
  )
  serve(app, calls.saveCorporation, async (input, { tenant, actor, write, platform }) =>
    write(async ({ tx, audit, announce }) => {
      const before = await kept(tx, tenant)
      if (!timeZones.has(input.timeZone))
        throw invalidFields({ timeZone: { code: 'field.invalid' } })
      if (before.objectVersionNumber !== input.objectVersionNumber) {
        throw new HttpError(409, 'error.optimistic_lock', {
          extra: { current: shown(before), changedBy: await realNameOf(tx, before.lastUpdatedBy) },
        })
      }
      const n = <T>(value: T | null | undefined) => value || null
      const domainName = n(input.domainName)
      const isSame = domainName === before.domainName
      if (!isSame && domainName && isReserved(domainName, platform.publicUrl))
        throw invalidFields({ domainName: { code: 'corporation.domain_reserved' } })
      await publish(tx, tenant, { logo: n(input.logo), favicon: n(input.favicon) }, [
        before.logo,
        before.favicon,
      ])
      await sql`update tenant set tenant_name = ${input.tenantName},
        credit_code = ${n(input.creditCode)}, contact = ${n(input.contact)}, contact_phone = ${n(input.contactPhone)},
      address = ${n(input.address)}, description = ${n(input.description)},
      time_zone = ${input.timeZone}, telemetry_months = ${input.telemetryMonths},
      alarm_days = coalesce(${n(input.alarmDays)}, alarm_days),
      second_factor_flag = coalesce(${input.secondFactorFlag ?? null}::smallint,
      second_factor_flag), logo = ${n(input.logo)}, favicon = ${n(input.favicon)},
      login_title = ${n(input.loginTitle)}, sub_title = ${n(input.subTitle)},
      copyright = ${n(input.copyright)}, domain_name = ${domainName},
      domain_token = ${isSame ? before.domainToken : domainName && newDomainToken()},
      domain_confirmed_at = ${isSame ? before.domainConfirmedAt : null}::timestamptz,
      object_version_number = object_version_number + 1, last_update_date = now(),
      last_updated_by = ${actor.accountId} where id = ${tenant}`.execute(tx)
      const after = shown(await kept(tx, tenant))
      await audit({
        entity: 'corporation',
        recordId: tenant,
        title: after.tenantName,
        action: 'edit',
        before: { ...shown(before) },
        after: { ...after },
      })
      await announce({ resource: 'corporation', ids: [tenant], kind: 'updated' })
      return after
    }),
  )
  serve(app, calls.verifyDomain, async (_input, { tenant, read, write, platform }) => {
    const { domainName, domainToken } = (await read((tx) =>
      row<Kept>(tx, sql`${card} where id = ${tenant}`),
    ))!
    if (!domainName || !domainToken) throw invalidFields({ domainName: { code: 'field.required' } })
    // Asked before the transaction: nobody waits for somebody else's name server.
    if (!(await isProven(domainName, domainToken, platform.textRecords)))
      throw invalidFields({ domainName: { code: 'corporation.domain_unproven' } })
    return write(async ({ tx, audit, announce }) => {
      const before = await kept(tx, tenant)
      if (before.domainName !== domainName || before.domainToken !== domainToken)
        throw new HttpError(409, 'error.optimistic_lock', { extra: { current: shown(before) } })
      await confirmClaim(tx, tenant)
      const after = shown(await kept(tx, tenant))
      await audit({
        entity: 'corporation',
        recordId: tenant,
        title: after.tenantName,
        action: 'confirmDomain',
        after: { domainName },
      })
      await announce({ resource: 'corporation', ids: [tenant], kind: 'updated' })
      return after
    })
  })
}
