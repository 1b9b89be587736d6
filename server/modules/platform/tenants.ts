import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import * as calls from '#contract/platform/platform-calls.ts'
import { modules } from '#contract/screen.ts'
import { writeAudit } from '#server/db/audit.ts'
import { contains } from '#server/db/conditions.ts'
import { asPage, pageOf } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError, unprocessable } from '#server/db/http-error.ts'
import { realNameOf } from '#server/db/people.ts'
import { raiseRights } from '#server/db/rights.ts'
import { confirmClaim } from '#server/modules/account/engine/domain.ts'
import { createInvited, issueCode } from '#server/modules/account/engine/invitation.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { createTenant } from '#server/modules/account/engine/tenant.ts'
import { serve } from '#server/http/serve.ts'
import { menuText, sentence } from '#server/i18n/texts.ts'
import { requirePictures, serveScreenPictures, signedFor } from './screen-picture.ts'
import type { Services } from '#server/services/services.ts'

const fields = sql`select t.id, t.tenant_name, t.tenant_num, t.enabled_flag, t.novice_flag,
  t.sub_modules, t.creation_date, t.object_version_number, t.last_updated_by, t.domain_name,
  t.max_devices, t.max_accounts, t.max_storage_mb, t.max_recordings_gb, t.max_messages,
  case when t.domain_name is null then null when t.domain_confirmed_at is null then 'pending' else 'confirmed' end as domain_state,
  coalesce(c.members, 0) as user_count from tenant t left join furrow_member_counts() c on c.tenant_id = t.id`
type Found = calls.TenantRow & { lastUpdatedBy: number | null }
const find = (tx: Tx, id: number) => row<Found>(tx, sql`${fields} where t.id = ${id}`)
/** What a tenant may be given: every sub-module but the operator's own. */
const givable: string[] = [
  modules.farm,
  modules.inventory,
  modules.company,
  modules.tenant,
  modules.visual,
]
function requireModules(asked: readonly string[]): string[] {
  const known = asked.filter((module) => givable.includes(module))
  if (known.length === 0) throw invalidFields({ subModules: { code: 'tenant.modules' } })
  return known
}

const kept = (asked: number | null | undefined, before: number | null) =>
  asked === undefined ? before : asked

/** The platform operator's tenants (issue: tenants, their modules, impersonation). */
export function serveTenants(app: Services): void {
  const { gateway } = app
  const { db } = app.platform
  serve(app, calls.tenants, async (q) =>
    db.platform(async (tx) => {
      const page = pageOf({ page: String(q.page ?? 1), size: String(q.size ?? 10) })
      const where = sql`where t.tenant_name ilike ${contains(q.tenantName ?? '')}`
      const content = await rows<calls.TenantRow>(
        tx,
        sql`${fields} ${where} order by t.id limit ${page.size} offset ${page.offset}`,
      )
      const total = await row<{ count: number }>(
        tx,
        sql`select count(*) as count from tenant t ${where}`,
      )
      return asPage(content, total!.count, page)
    }),
  )
  const invite = (
    tx: Tx,
    accountId: number,
    tenant: number,
    issuedBy: number,
    language: Language,
  ) =>
    issueCode(tx, {
      accountId,
      tenant,
      issuedBy,
      publicUrl: app.platform.publicUrl,
      sms: gateway && {
        sender: gateway,
        textOf: (link) => sentence('sms.invite', language, { link }),
      },
    })
  serve(app, calls.createTenant, async (input, { write, language, actor }) => {
    const subModules = requireModules(input.subModules)
    return write(async ({ tx, audit }) => {
      const { tenantId, accountId } = await createTenant(
        tx,
        input.tenantName,
        subModules,
        menuText('groups', 'adminRole', language),
        (tenant) =>
          createInvited(
            tx,
            { realName: input.realName, loginName: input.loginName ?? null, phone: input.phone },
            tenant,
          ),
      )
      await audit({
        entity: 'tenant',
        recordId: tenantId,
        title: input.tenantName,
        action: 'create',
        after: { tenantName: input.tenantName, subModules },
      })
      return {
        ...(await find(tx, tenantId))!,
        invitation: await invite(tx, accountId, tenantId, actor.accountId, language),
      }
    })
  })
  serve(app, calls.inviteAdministrator, async ({ id }, { platform, actor, language, writer }) =>
    platform.db.write(id, async (tx) => {
      const waiting = await row<{ accountId: number; realName: string }>(
        tx,
        sql`select a.id as account_id, a.real_name from member m
          join account a on a.id = m.account_id and a.login_name is null
      join member_role mr on mr.member_id = m.id join role r on r.id = mr.role_id
      and r.builtin_flag = 1 where m.enabled_flag = 1 order by m.id limit 1`,
      )
      if (!waiting) throw unprocessable('tenant.joined')
      await writeAudit(tx, writer, {
        entity: 'account',
        recordId: waiting.accountId,
        title: waiting.realName,
        action: 'invite',
      })
      return invite(tx, waiting.accountId, id, actor.accountId, language)
    }),
  )
  serve(app, calls.editTenant, async (input, { write, actor }) =>
    write(async ({ tx, audit }) => {
      const subModules = requireModules(input.subModules)
      await sql`select 1 from tenant where id = ${input.id} for update`.execute(tx)
      const before = await find(tx, input.id)
      if (!before) throw notFound()
      if (before.objectVersionNumber !== input.objectVersionNumber) {
        throw new HttpError(409, 'error.optimistic_lock', {
          extra: { current: before, changedBy: await realNameOf(tx, before.lastUpdatedBy) },
        })
      }
      await sql`update tenant set tenant_name = ${input.tenantName},
        enabled_flag = ${input.enabledFlag}, sub_modules = ${subModules},
        max_devices = ${kept(input.maxDevices, before.maxDevices)},
        max_accounts = ${kept(input.maxAccounts, before.maxAccounts)},
      max_storage_mb = ${kept(input.maxStorageMb, before.maxStorageMb)},
      max_recordings_gb = ${kept(input.maxRecordingsGb, before.maxRecordingsGb)},
      max_messages = ${kept(input.maxMessages, before.maxMessages)},
      object_version_number = object_version_number + 1,
      last_update_date = now(), last_updated_by = ${actor.accountId} where id = ${input.id}`.execute(
        tx,
      )
      await raiseRights(tx, input.id)
      const after = (await find(tx, input.id))!
      await audit({
        entity: 'tenant',
        recordId: input.id,
        title: after.tenantName,
        action: 'edit',
        before: { ...before },
        after: { ...after },
      })
      return after
    }),
  )

  serve(app, calls.confirmDomain, async ({ id, domainName }, { write }) =>
    write(async ({ tx, audit }) => {
      const before = await find(tx, id)
      if (!before) throw notFound()
      // What the operator looked at and what the tenant has written since need not be the same.
      if (before.domainName !== domainName)
        throw new HttpError(409, 'error.optimistic_lock', { extra: { current: before } })
      await confirmClaim(tx, id)
      await audit({
        entity: 'tenant',
        recordId: id,
        title: before.tenantName,
        action: 'confirmDomain',
        after: { domainName },
      })
      return (await find(tx, id))!
    }),
  )

  serve(app, calls.tenantMembers, async ({ id }) =>
    db.read(id, async (tx) => {
      if (!(await find(tx, id))) throw notFound()
      return rows<{ userId: number; loginName: string; realName: string }>(
        tx,
        sql`select account_id as user_id, login_name, real_name from member_view
          where enabled_flag = 1 and joined_flag = 1 order by id limit 500`,
      )
    }),
  )
  serveScreenPictures(app)
  const screensOf = (tx: Tx) =>
    rows<calls.PlatformScreen>(
      tx,
      sql`select screen_name, screen_address, screen_type, screen_image from tenant_screen
        order by sort, id`,
    )
  serve(app, calls.platformScreens, async ({ id }) =>
    db.read(id, async (tx) => {
      if (!(await find(tx, id))) throw notFound()
      return (await screensOf(tx)).map((one) => ({
        ...one,
        screenImage: signedFor(app.signer, id, one.screenImage ?? null),
      }))
    }),
  )
  serve(app, calls.savePlatformScreens, async ({ id, screens }, { platform, writer }) =>
    // In the tenant's own log too: it is the tenant's people who are led there.
    platform.db.write(id, async (tx) => {
      const tenant = await row<{ tenantName: string }>(
        tx,
        sql`select tenant_name from tenant where id = ${id} for update`,
      )
      if (!tenant) throw notFound()
      const before = await screensOf(tx)
      await requirePictures(tx, id, screens)
      // A screen that stays where it was keeps its picture, unless one is said, and what the tenant lets it read.
      const kept = await rows<{
        screenAddress: string
        screenImage: string | null
        channels: unknown
      }>(tx, sql`delete from tenant_screen returning screen_address, screen_image, channels`)
      for (const [sort, one] of screens.entries()) {
        const before = kept.find(({ screenAddress }) => screenAddress === one.screenAddress)
        await sql`insert into tenant_screen (screen_name, screen_address, screen_type, sort,
          screen_image, channels) values (${one.screenName}, ${one.screenAddress},
          ${one.screenType}, ${sort},
          ${one.screenImage === undefined ? (before?.screenImage ?? null) : one.screenImage},
          ${JSON.stringify(before?.channels ?? [])}::jsonb)`.execute(tx)
      }
      await writeAudit(tx, writer, {
        entity: 'tenant',
        recordId: id,
        title: tenant.tenantName,
        action: 'screens',
        before: { screens: before },
        after: { screens },
      })
    }),
  )
  serve(
    app,
    calls.impersonate,
    async ({ tenantId, userId, reason }, { platform, writer, actor, address, request }) =>
      // In the tenant's own log, where its people can read who looked after them and why.
      platform.db.write(tenantId, async (tx) => {
        const member = await row<{ realName: string }>(
          tx,
          sql`select real_name from member_view where account_id = ${userId} and enabled_flag = 1 and joined_flag = 1`,
        )
        if (
          !member ||
          !(await row(tx, sql`select 1 from tenant where id = ${tenantId} and enabled_flag = 1`))
        )
          throw notFound()
        await writeAudit(
          tx,
          { ...writer, impersonator: actor.realName },
          {
            entity: 'account',
            recordId: userId,
            title: member.realName,
            action: 'impersonate',
            after: { reason },
          },
        )
        return openSession(tx, {
          accountId: userId,
          tenantId,
          impersonatorId: actor.accountId,
          reason,
          device: request.headers['user-agent'] ?? '',
          address,
        })
      }),
  )
}
