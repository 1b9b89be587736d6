import { sql } from 'kysely'
import { z } from 'zod'
import * as calls from '#contract/account/sign-in.ts'
import { row } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { hashOf } from '#server/db/token.ts'
import { captchaPicture, newCaptcha, solveCaptcha } from '#server/modules/account/engine/captcha.ts'
import { checkPassword } from '#server/modules/account/engine/password.ts'
import { newProof, takeProof } from '#server/modules/account/engine/proof.ts'
import { endSession, renewSession } from '#server/modules/account/engine/session.ts'
import { redeemCode } from '#server/modules/account/engine/sms.ts'
import type { Context } from '#server/http/context.ts'
import { networkOf } from '#server/http/network.ts'
import { servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { byTicket, denied, enter } from './entering.ts'

interface Found {
  id: number
  loginName: string
  realName: string
  passwordHash: string | null
  enabledFlag: number
  operatorFlag: number
}

/**
 * The password grant (docs/specification.md 2.1): patience, captcha, password, then whether the
 * account may.
 */
async function byPassword(
  app: Services,
  context: Context,
  input: {
    username?: string
    password?: string
    captchaKey?: string
    captcha?: string
    proof?: string
  },
) {
  const { seal, attempts } = app.account
  const { db } = context.platform
  const name = input.username?.trim() ?? ''
  if (!name || !input.password) throw denied()
  const account = await db.platform((tx) =>
    row<Found>(
      tx,
      sql`
    select id, login_name, real_name, password_hash, enabled_flag, operator_flag from account
    where id = furrow_account_of(${name})`,
    ),
  )
  const guess = { kind: 'sign-in', name, account: account?.id } as const
  await attempts.requirePatience(guess, context.address)
  const { limiter } = context.request.server
  if (account) await limiter.mayEnter(account.id)
  if (
    (await attempts.needsCaptcha(guess, context.address)) &&
    !(await takeProof(db, context.platform.secret, input.proof))
  ) {
    if (!input.captcha) throw denied('hoth.warn.captchaNull')
    if (!(await solveCaptcha(db, input.captchaKey, input.captcha)))
      throw denied('hoth.warn.captchaWrong')
  }
  const password = await seal.open(input.password)
  await attempts.begin(guess, context.address)
  if (!(await checkPassword(account?.passwordHash ?? null, password, networkOf(context.address))))
    throw denied()
  if (account!.enabledFlag !== 1) throw denied('hoth.warn.userNotActive')
  await attempts.succeeded(guess, context.address)
  limiter.entered(account!.id)
  return enter(app, context, account!.id)
}

/**
 * A code that was sent to the phone, in place of the password. A phone that has no account looks
 * like a wrong code.
 */
async function bySms(
  app: Services,
  context: Context,
  {
    username = '',
    captchaKey = '',
    captcha = '',
  }: {
    username?: string | undefined
    captchaKey?: string | undefined
    captcha?: string | undefined
  },
) {
  const { db } = context.platform
  const phone = username.trim()
  await redeemCode(context.platform, { phone, purpose: 'signIn' }, captchaKey, captcha)
  const account = await db.platform((tx) =>
    row<{ id: number }>(
      tx,
      sql`select id from account where phone = ${phone} and login_name is not null`,
    ),
  )
  if (!account)
    throw new HttpError(422, 'captcha.validate.incorrect', {
      fields: { captcha: { code: 'captcha.validate.incorrect' } },
    })
  return enter(app, context, account.id)
}

export function serveSignIn(app: Services): void {
  const { account } = app
  const { db } = app.platform
  servePublic(app, calls.passwordKey, async () => ({
    publicKey: await account.seal.publicKey(),
    nonce: account.seal.nonce(),
  }))
  servePublic(app, calls.userParams, async ({ username }, { address }) => ({
    isNeedCaptcha: await account.attempts.needsCaptcha(
      { kind: 'sign-in', name: username },
      address,
    ),
  }))
  servePublic(app, calls.proofOfWork, () => newProof(app.platform.secret))
  servePublic(app, calls.captchaCode, async () => ({ captchaKey: await newCaptcha(db) }))
  app.served.push({
    endpoint: `GET ${calls.captchaImage}{captchaKey}`,
    summary: 'The picture of a captcha (PNG)',
    access: 'public',
    rate: 'ordinary',
    input: z.object({ captchaKey: z.string() }),
    answer: z.string(),
    form: false,
  })
  app.http.get<{ Params: { key: string } }>(`${calls.captchaImage}:key`, async (request, reply) => {
    const picture = await captchaPicture(db, request.params.key.slice(0, 64))
    return reply
      .header('cache-control', 'no-store')
      .type('image/png')
      .send(picture ?? Buffer.alloc(0))
  })
  servePublic(app, calls.token, async (input, context) => {
    if (input.grant_type === 'password') return byPassword(app, context, input)
    if (input.grant_type === 'sms_code') return bySms(app, context, input)
    if (input.grant_type === 'ticket') return byTicket(app, context, input.ticket, input.otp)
    const renewed = input.refresh_token
      ? await db.platform((tx) => renewSession(tx, input.refresh_token!))
      : null
    if (!renewed) throw denied('error.permission.accessTokenExpired')
    return renewed
  })
  servePublic(app, calls.logout, async ({ access_token }) => {
    await db.platform(async (tx) => {
      const session = await row<{ id: number }>(
        tx,
        sql`select id from session where access_hash = ${hashOf(access_token)}`,
      )
      if (session) await endSession(tx, session.id)
    })
    return { success: true as const }
  })
}
