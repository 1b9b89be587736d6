import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import * as calls from '#contract/account/identity.ts'
import { writeAudit } from '#server/db/audit.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { notFound } from '#server/db/http-error.ts'
import { endTicket, newTicket, useTicket } from '#server/modules/account/engine/second-factor.ts'
import { requirePresent } from './proof-of-presence.ts'
import { serve, servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const cookie = 'furrow_oidc'
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
    const ticket = await db.platform((tx) => newTicket(tx, context.actor.accountId, 'link'))
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
  const cookieOf = (value: string, seconds: number) =>
    `${cookie}=${value}; Path=/oauth/oidc; HttpOnly; SameSite=Lax; Max-Age=${seconds}${publicUrl.startsWith('https:') ? '; Secure' : ''}`

  app.http.get(calls.oidcStartPath, async (request, reply) => {
    if (!oidc) throw notFound()
    const { link } = request.query as Record<string, unknown>
    let accountId: number | null = null
    if (typeof link === 'string' && link) {
      const found = await db.platform(async (tx) => {
        const ticket = await useTicket(tx, link.slice(0, 100), 'link')
        if (ticket) await endTicket(tx, link.slice(0, 100))
        return ticket
      })
      if (!found) return reply.redirect(`${account}&identity=late`)
      accountId = found.accountId
    }
    const started = await oidc.start(accountId).catch(() => null)
    if (!started) return reply.redirect('/login#identity=unreachable')
    return reply.header('set-cookie', cookieOf(started.state, 600)).redirect(started.address)
  })
  app.http.get(calls.oidcCallbackPath, async (request, reply) => {
    if (!oidc) throw notFound()
    const state = /(?:^|;\s*)furrow_oidc=([\w-]{20,100})/.exec(request.headers.cookie ?? '')?.[1]
    void reply.header('set-cookie', cookieOf('', 0))
    const found = state ? await oidc.finish(request.url.split('?', 2)[1] ?? '', state) : null
    if (!found) return reply.redirect('/login#identity=refused')
    const { issuer, subject, accountId } = found
    if (accountId !== null) {
      const isLinked = await db.platform((tx) => link(tx, request, issuer, subject, accountId))
      return reply.redirect(`${account}&identity=${isLinked ? 'linked' : 'taken'}`)
    }
    const ticket = await db.platform(async (tx) => {
      const known = await row<{ accountId: number }>(
        tx,
        sql`select account_id from account_identity where issuer = ${issuer} and subject = ${subject}`,
      )
      return known && newTicket(tx, known.accountId, 'sign_in')
    })
    return reply.redirect(ticket ? `/login#ticket=${ticket}` : '/login#identity=unknown')
  })
}
