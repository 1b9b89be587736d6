import { sql } from 'kysely'
import * as calls from '#contract/account/screen-calls.ts'
import { tenantScreens, type TenantScreen } from '#contract/account/tenant.ts'
import { sees } from '#contract/equipment/reach.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError } from '#server/db/http-error.ts'
import { hashOf, newToken } from '#server/db/token.ts'
import { expired, serve, servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const codeSeconds = 60
const tokenSeconds = 24 * 3600
interface Pass {
  screenId: number
  accountId: number
}
interface Member {
  permissionVersion: number
  subModules: string[]
}

const keep = (
  tx: Tx,
  {
    secret,
    kind,
    screenId,
    accountId,
    seconds,
  }: Pass & { secret: string; kind: 'code' | 'token'; seconds: number },
) =>
  sql`insert into screen_pass (hash, kind, screen_id, account_id, expires_at)
    values (${hashOf(secret)}, ${kind}, ${screenId}, ${accountId}, now() + ${`${seconds} seconds`}::interval)`.execute(
    tx,
  )

/**
 * Screens for the wall. `origins`: hosts that the operator lets read what a tenant's screens show.
 */
export function serveScreens(app: Services): void {
  const origins = app.options.screenOrigins ?? []
  const { db, rights } = app.platform
  const known = new Set(origins.map((origin) => new URL(origin).origin))
  serve(app, tenantScreens, async (_input, { read }) =>
    read((tx) =>
      rows<TenantScreen>(
        tx,
        sql`select id, screen_name, screen_image, screen_address, screen_type from tenant_screen order by sort, id`,
      ),
    ),
  )

  serve(app, calls.createScreenCode, async ({ id }, { write, actor, tenant }) => {
    if (actor.impersonator) throw new HttpError(403, 'error.permission.mismatch')
    const secret = newToken()
    return write(async ({ tx }) => {
      const screen = await row<{ screenAddress: string }>(
        tx,
        sql`select screen_address from tenant_screen where id = ${id}`,
      )
      if (!screen) throw notFound()
      if (
        !/^https?:/i.test(screen.screenAddress) ||
        !known.has(new URL(screen.screenAddress).origin)
      )
        throw new HttpError(422, 'screen.origin')
      await keep(tx, {
        secret,
        kind: 'code',
        screenId: id,
        accountId: actor.accountId,
        seconds: codeSeconds,
      })
      return { code: `${tenant}.${secret}`, expiresIn: codeSeconds }
    })
  })

  // A page of another host asks from the reader's browser: which hosts may is the operator's list,
  // and there is no cookie to ride on.
  app.http.addHook('onRequest', async (request, reply) => {
    if (
      !request.url.startsWith('/oauth/public/screen-') ||
      !request.headers.origin ||
      !known.has(request.headers.origin)
    )
      return
    void reply
      .header('access-control-allow-origin', request.headers.origin)
      .header('vary', 'origin')
      .header('access-control-allow-headers', 'authorization, content-type')
    if (request.method === 'OPTIONS') return reply.status(204).send()
  })
  for (const url of ['/oauth/public/screen-token', '/oauth/public/screen-values'])
    app.http.options(url, (_request, reply) => reply.status(204).send())

  servePublic(app, calls.redeemScreenCode, async ({ code }) => {
    const [tenant = '0', given = ''] = code.split('.')
    return db.write(Number(tenant), async (tx) => {
      const pass = await row<Pass>(
        tx,
        sql`delete from screen_pass where hash = ${hashOf(given)} and kind = 'code'
          and expires_at > now() returning screen_id, account_id`,
      )
      if (!pass) throw new HttpError(401, 'hoth.warn.exchangeCode')
      const secret = newToken()
      await keep(tx, { ...pass, secret, kind: 'token', seconds: tokenSeconds })
      return {
        access_token: `${tenant}.${secret}`,
        token_type: 'bearer' as const,
        expires_in: tokenSeconds,
        screenId: pass.screenId,
      }
    })
  })

  servePublic(app, calls.screenValues, async (_input, { request }) => {
    const bearer = calls.screenPass.safeParse(
      request.headers.authorization?.replace(/^bearer\s+/i, ''),
    )
    if (!bearer.success) throw expired()
    const [tenant, secret = ''] = bearer.data.split('.')
    const tenantId = Number(tenant)
    const found = await db.read(tenantId, async (tx) => {
      const pass = await row<Pass>(
        tx,
        sql`select screen_id, account_id from screen_pass where hash = ${hashOf(secret)}
          and kind = 'token' and expires_at > now()`,
      )
      const member =
        pass &&
        (await row<Member>(
          tx,
          sql`select permission_version, sub_modules from tenant where id = ${tenantId} and enabled_flag = 1`,
        ))
      return member && { ...pass, ...member }
    })
    if (!found) throw expired()
    // What somebody handed to a screen lasts as long as they may open it themselves.
    const { isMember, codes, scope } = await rights.of({ ...found, tenantId, viewedRole: null })
    if (!isMember || !codes.has(shellCodes.visualEntry)) throw expired()
    return db.read(
      tenantId,
      (tx) =>
        rows<{ deviceId: number; deviceName: string; metric: string; at: string; value: number }>(
          tx,
          sql`
      select l.device_id, d.name as device_name, l.metric, l.at, l.value from tenant_screen s
        cross join lateral jsonb_to_recordset(s.channels) as c("deviceId" bigint, metric text)
        join device d on d.id = c."deviceId" and d.enabled_flag = 1
        join device_latest l on l.device_id = d.id and (c.metric is null or c.metric = l.metric)
      where s.id = ${found.screenId} group by 1, 2, 3, 4, 5 order by 1, 3 limit 5000`,
        ),
      scope,
    )
  })

  serve(app, calls.screenSettings, async (_input, { read }) =>
    read((tx) =>
      rows<calls.ScreenSetting>(
        tx,
        sql`select id, screen_name, screen_address, channels, furrow_gone('device',
          array(select (c->>'deviceId')::bigint from jsonb_array_elements(channels) c)) as gone
          from tenant_screen order by sort, id`,
      ),
    ),
  )
  serve(app, calls.saveScreenChannels, async ({ id, channels }, { write, tenant, codes }) =>
    write(async ({ tx, audit }) => {
      const before = await row<{ screenName: string; channels: calls.ScreenChannel[] }>(
        tx,
        sql`select screen_name, channels from tenant_screen where id = ${id} for update`,
      )
      if (!before) throw notFound()
      const ids = [...new Set(channels.map(({ deviceId }) => deviceId))]
      // Whoever sets it up shows what they see themselves, besides what is shown already.
      const shown = new Set(before.channels.map(({ deviceId }) => deviceId))
      const there = (
        await rows<{ id: number; deviceType: string }>(
          tx,
          sql`select id, device_type from device where id = any(${ids}::bigint[])`,
        )
      ).filter((one) => shown.has(one.id) || sees(codes, one.deviceType))
      if (there.length !== ids.length)
        throw invalidFields({ channels: { code: 'field.missing_reference' } })
      await sql`update tenant_screen set channels = ${JSON.stringify(channels)}::jsonb where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: 'tenant',
        recordId: tenant,
        title: before.screenName,
        action: 'screens',
        before: { channels: before.channels },
        after: { channels },
      })
    }),
  )
}
