import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import * as calls from '#contract/account/identity.ts'
import { writeAudit } from '#server/db/audit.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import {
  goesOn,
  newLinkTicket,
  takeLinkTicket,
  type Linking,
} from '#server/modules/account/engine/link-ticket.ts'
import { newTicket } from '#server/modules/account/engine/second-factor.ts'
import { requirePresent } from './proof-of-presence.ts'
import { serve, servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const cookies = {
  state: { name: 'furrow_oidc', site: 'Lax' },
  link: { name: 'furrow_link', site: 'Strict' },
} as const
const kept = ({ headers }: FastifyRequest, which: keyof typeof cookies): string =>
  new RegExp(`(?:^|;\\s*)${cookies[which].name}=([\\w-]{20,100})`).exec(
    headers.cookie ?? '',
  )?.[1] ?? ''
/** Links an account that is open with somebody whom the provider vouches for; once for either. */
async function link(
  tx: Tx,
  { id, ip }: FastifyRequest,
  issuer: string,
  subject: string,
  accountId: number,
): Promise<boolean> {
  const owner = await row<{ realName: string }>(
    tx,
    sql`select real_name from account where id = ${accountId} and enabled_flag = 1`,
  )
  if (!owner) return false
  const { realName } = owner
  const made = await changed(
    tx,
    sql`insert into account_identity (issuer, subject, account_id)
      values (${issuer}, ${subject}, ${accountId}) on conflict do nothing`,
  )
  if (made === 0) return false
  await writeAudit(
    tx,
    { accountId, realName, impersonator: null, address: ip, requestId: id },
    { entity: 'account', recordId: accountId, title: realName, action: 'link' },
  )
  return true
}

const account = '/web/user?type=security'

/**
 * Signing in by a provider outside: only with an account that its owner has linked; nobody is made
 * one by it.
 */
export function serveIdentity(app: Services): void {
  const { oidc } = app.account
  const { db, publicUrl } = app.platform
  // The way leads back from another site; its beginning does not.
  const cookieOf = (which: keyof typeof cookies, value: string, seconds: number) =>
    `${cookies[which].name}=${value}; Path=/oauth/oidc; HttpOnly; SameSite=${cookies[which].site}; Max-Age=${seconds}${publicUrl.startsWith('https:') ? '; Secure' : ''}`
  servePublic(app, calls.signInWays, async () => ({ oidc: oidc?.name ?? null }))
  serve(app, calls.identity, async (_input, { actor }) => {
    const found =
      oidc &&
      (await db.platform((tx) =>
        row<{ createdAt: string }>(
          tx,
          sql`select created_at from account_identity where account_id = ${actor.accountId}
            and issuer = ${oidc.issuer}`,
        ),
      ))
    return { name: oidc?.name ?? null, linkedAt: found?.createdAt ?? null }
  })
  serve(app, calls.linkIdentity, async ({ originalPassword }, context) => {
    if (!oidc) throw notFound()
    await requirePresent(app, app.account, context, originalPassword)
    const { ticket, browser } = await db.platform((tx) => newLinkTicket(tx, context.actor))
    context.setCookie(cookieOf('link', browser, 300))
    return { link: `${calls.oidcStartPath}?link=${ticket}` }
  })
  serve(app, calls.unlinkIdentity, async (_input, { actor, write }) =>
    write(async ({ tx, audit }) => {
      if (
        (await changed(
          tx,
          sql`delete from account_identity where account_id = ${actor.accountId}`,
        )) > 0
      )
        await audit({
          entity: 'account',
          recordId: actor.accountId,
          title: actor.realName,
          action: 'unlink',
        })
    }),
  )

  const shown = (
    path: typeof calls.oidcStartPath | typeof calls.oidcCallbackPath,
    summary: string,
    input: z.ZodType,
  ) =>
    app.served.push({
      endpoint: `GET ${path}`,
      summary,
      access: 'public',
      rate: 'sign-in',
      input,
      answer: null,
      form: false,
    })
  shown(
    calls.oidcStartPath,
    'Leads to the provider outside',
    z.object({ link: z.string().max(100).optional() }),
  )
  shown(calls.oidcCallbackPath, 'Where the provider leads back to', z.object({}))
  app.http.get(calls.oidcStartPath, async (request, reply) => {
    if (!oidc) throw notFound()
    const { link } = request.query as Record<string, unknown>
    let linking: Linking | null = null
    if (typeof link === 'string' && link) {
      void reply.header('set-cookie', cookieOf('link', '', 0))
      linking = await db.platform((tx) =>
        takeLinkTicket(tx, link.slice(0, 100), kept(request, 'link')),
      )
      if (!linking) return reply.redirect(`${account}&identity=late`)
    }
    const started = await oidc.start(linking).catch(() => null)
    if (!started) return reply.redirect('/login#identity=unreachable')
    return reply
      .header('set-cookie', cookieOf('state', started.state, 600))
      .redirect(started.address)
  })
  app.http.get(calls.oidcCallbackPath, async (request, reply) => {
    if (!oidc) throw notFound()
    const state = kept(request, 'state')
    void reply.header('set-cookie', cookieOf('state', '', 0))
    const found = state ? await oidc.finish(request.url.split('?', 2)[1] ?? '', state) : null
    if (!found) return reply.redirect('/login#identity=refused')
    const { issuer, subject, linking } = found
    if (linking) {
      const outcome = await db.platform(async (tx) => {
        if (!(await goesOn(tx, linking))) return 'late'
        return (await link(tx, request, issuer, subject, linking.accountId)) ? 'linked' : 'taken'
      })
      return reply.redirect(`${account}&identity=${outcome}`)
    }
    const ticket = await db.platform(async (tx) => {
      const known = await row<{ accountId: number }>(
        tx,
        sql`select account_id from account_identity where issuer = ${issuer} and subject = ${subject}`,
      )
      return known && newTicket(tx, known.accountId)
    })
    return reply.redirect(ticket ? `/login#ticket=${ticket}` : '/login#identity=unknown')
  })
}
