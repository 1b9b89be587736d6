import { createHmac, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { activity, activityState } from '#contract/activity/activity.ts'
import * as calls from '#contract/activity/activity-calls.ts'
import { lockRow, showRow, type Row } from '#server/db/crud.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError, notFound, unprocessable } from '#server/db/http-error.ts'
import type { SignedIn, Write } from '#server/http/context.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

interface Membership {
  signedInAt: string | null
}
const hourMs = 3_600_000
const stepMs = calls.codeSeconds * 1000
const stepOf = (at: number) => Math.floor(at / stepMs)

/** The code of a minute: shown on the spot, worthless two minutes later. */
const codeAt = (secret: string, step: number) =>
  createHmac('sha256', secret).update(String(step)).digest('base64url').slice(0, 10)
const isEqual = (given: string, right: string) =>
  given.length === right.length && timingSafeEqual(Buffer.from(given), Buffer.from(right))

async function secretOf(tx: Tx, id: number): Promise<string> {
  const found = await row<{ signSecret: string }>(
    tx,
    sql`select sign_secret from activity where id = ${id}`,
  )
  if (!found) throw notFound()
  return found.signSecret
}
const membership = (tx: Tx, id: number, account: number) =>
  row<Membership>(
    tx,
    sql`select signed_in_at from activity_member where activity_id = ${id} and account_id = ${account}`,
  )

/** Errors: 409 while it is not open. */
function requireOpen({ state }: Row): void {
  if (state !== activityState.open) throw new HttpError(409, 'activity.not_open')
}
/** Errors: 409 too early, or when it is over. */
function requireTime(found: Row): void {
  requireOpen(found)
  if (Date.parse(String(found.startsAt)) - calls.earliestHours * hourMs > Date.now())
    throw new HttpError(409, 'activity.too_early', { params: { hours: calls.earliestHours } })
}

/** Takes one place, under the lock of the activity; who has one keeps it. Errors: 409 when full. */
async function take(tx: Tx, found: Row, account: number): Promise<void> {
  if (await membership(tx, found.id, account)) return
  if (typeof found.capacity === 'number' && Number(found.joined) >= found.capacity)
    throw new HttpError(409, 'activity.full')
  await sql`insert into activity_member (activity_id, account_id) values (${found.id}, ${account})`.execute(
    tx,
  )
}
const markPresent = (tx: Tx, id: number, account: number) =>
  sql`update activity_member set signed_in_at = coalesce(signed_in_at, now())
    where activity_id = ${id} and account_id = ${account}`.execute(tx)

/** Changes who takes part, one at a time, and writes down who did. */
const changing = ({ write }: SignedIn, id: number, work: (tx: Tx, found: Row) => Promise<void>) =>
  write(async (step: Write) => {
    const { tx } = step
    await lockRow(tx, activity, id)
    const before = await demand(tx, activity, id, 'list')
    await work(tx, before)
    // Whether they take part themselves is another thing to each who reads it.
    const after: Row = { ...(await showRow(tx, activity, id))!, mineFlag: before.mineFlag }
    const title = String(after.activityName)
    await step.audit({ entity: activity.name, recordId: id, title, action: 'edit', before, after })
    await step.announce({ resource: activity.name, ids: [id], kind: 'updated' })
  })

export function serveMembers(app: Services): void {
  serve(app, calls.activityMembers, ({ id }, { read, actor }) =>
    read(async (tx) => {
      await demand(tx, activity, id, 'list')
      const found = await rows<Omit<calls.ActivityMember, 'isMe'>>(
        tx,
        sql`select m.account_id, a.real_name, m.joined_at, m.signed_in_at
          from activity_member m join account a on a.id = m.account_id
          where m.activity_id = ${id} order by m.joined_at, m.account_id`,
      )
      return found.map((one) => ({ ...one, isMe: one.accountId === actor.accountId }))
    }),
  )
  serve(app, calls.joinActivity, ({ id }, context) =>
    changing(context, id, async (tx, found) => {
      requireOpen(found)
      await take(tx, found, context.actor.accountId)
    }),
  )
  serve(app, calls.leaveActivity, ({ id }, context) =>
    changing(context, id, async (tx, found) => {
      requireOpen(found)
      const mine = await membership(tx, id, context.actor.accountId)
      if (mine?.signedInAt) throw new HttpError(409, 'activity.is_there')
      await sql`delete from activity_member where activity_id = ${id} and account_id = ${context.actor.accountId}`.execute(
        tx,
      )
    }),
  )
  serve(app, calls.activityCode, ({ id }, { read }) =>
    read(async (tx) => {
      requireOpen(await demand(tx, activity, id, 'list'))
      const now = Date.now()
      return {
        code: codeAt(await secretOf(tx, id), stepOf(now)),
        seconds: Math.ceil((stepMs - (now % stepMs)) / 1000),
      }
    }),
  )
  serve(app, calls.signInActivity, ({ id, code }, context) =>
    changing(context, id, async (tx, found) => {
      requireTime(found)
      const secret = await secretOf(tx, id)
      const step = stepOf(Date.now())
      if (![step, step - 1].some((one) => isEqual(code, codeAt(secret, one))))
        throw unprocessable('activity.code_stale')
      await take(tx, found, context.actor.accountId)
      await markPresent(tx, id, context.actor.accountId)
    }),
  )
  serve(app, calls.signInMember, ({ id, accountId }, context) =>
    changing(context, id, async (tx, found) => {
      requireTime(found)
      if (!(await membership(tx, id, accountId))) throw notFound()
      await markPresent(tx, id, accountId)
    }),
  )
}
