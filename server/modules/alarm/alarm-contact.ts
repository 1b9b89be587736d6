import { sql } from 'kysely'
import {
  alarmContact,
  confirmContact,
  setRobot,
  testContact,
  type AlarmChannel,
} from '#contract/alarm/alarm-contact.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError, unprocessable } from '#server/db/http-error.ts'
import { keptText } from '#server/db/kept-text.ts'
import { masked, ofContact, redeemCode, sendCode } from '#server/modules/account/engine/sms.ts'
import { sendTest } from '#server/modules/alarm/engine/deliver.ts'
import { isAddress } from '#server/http/outgoing.ts'
import { sealRobot } from '#server/http/robots.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import { sentence } from '#server/i18n/texts.ts'
import type { Services } from '#server/services/services.ts'

/** Errors: 422 at the field where the person cannot be reached over the channel. */
async function reachable(tx: Tx, channel: AlarmChannel, member: number): Promise<void> {
  if (channel !== 'sms') return
  const person = await row<{ phone: string | null }>(
    tx,
    sql`select phone from member_view where id = ${member}`,
  )
  if (!person?.phone) throw invalidFields({ userId: { code: 'alarm.no_phone' } })
}

/** Who is told of alarms; robots of group chats keep their addresses to themselves. */
export function alarmContacts(app: Services): void {
  const { delivery } = app.alarms
  crud(app, alarmContact, {
    prepare: async (values, before, { tx }) => {
      await reachable(tx, values.channel as AlarmChannel, values.userId as number)
      // Somebody else's number, or another way: confirmed anew.
      if (before && (before.channel !== values.channel || before.userId !== values.userId))
        await sql`update alarm_contact set confirmed_phone = null where id = ${before.id}`.execute(
          tx,
        )
      if (!before || before.channel === values.channel) return values
      // A robot speaks to one vendor only.
      await sql`delete from alarm_robot where contact_id = ${before.id}`.execute(tx)
      await sql`update alarm_contact set robot_host = null where id = ${before.id}`.execute(tx)
      return values
    },
  })
  serve(app, setRobot, ({ id, url, secret }, { write }) =>
    write(async ({ tx, audit, announce }) => {
      const before = await demand(tx, alarmContact, id, 'robot')
      if (!isAddress(url, delivery.outgoing))
        throw invalidFields({ url: { code: 'alarm.robot_address' } })
      const { host } = new URL(url)
      await sql`insert into alarm_robot (contact_id, sealed)
        values (${id}, ${sealRobot(delivery.secret, { url, secret: secret || null })})
      on conflict (tenant_id, contact_id) do update set sealed = excluded.sealed`.execute(tx)
      await sql`update alarm_contact set robot_host = ${host},
        object_version_number = object_version_number + 1, last_update_date = now() where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: alarmContact.name,
        recordId: id,
        title: String(before.name),
        action: 'robot',
        before: { robotHost: before.robotHost },
        after: { robotHost: host },
      })
      await announce({ resource: alarmContact.name, ids: [id], kind: 'updated' })
    }),
  )
  serve(app, testContact, async ({ id }, { read, write, platform, tenant }) => {
    const contact = await read((tx) => demand(tx, alarmContact, id, 'test'))
    await sendTest(platform.db, tenant, delivery, id).catch((error: Error) => {
      throw error instanceof HttpError
        ? error
        : unprocessable('alarm.not_delivered', { reason: keptText(error.message, 200) })
    })
    await write(({ audit }) =>
      audit({
        entity: alarmContact.name,
        recordId: id,
        title: String(contact.name),
        action: 'test',
      }),
    )
  })
  serve(
    app,
    confirmContact,
    async ({ id, captchaKey, captcha }, { read, write, tenant, platform, address, language }) => {
      const { contact, phone } = await read(async (tx) => {
        const found = await demand(tx, alarmContact, id, 'confirm')
        return {
          contact: found,
          phone:
            (
              await row<{ phone: string | null }>(
                tx,
                sql`select phone from member_view where id = ${found.userId}`,
              )
            )?.phone ?? null,
        }
      })
      if (!phone) throw unprocessable('alarm.no_phone')
      const asked = { phone, purpose: ofContact(tenant, id) }
      if (!captcha) {
        const sent = await sendCode(platform, delivery.sms, { ...asked, address, tenant }, (code) =>
          sentence('alarm.confirm_text', language, { code }),
        )
        if (!sent.success) throw unprocessable(sent.code, { seconds: sent.interval })
        return { captchaKey: sent.captchaKey }
      }
      await redeemCode(platform, asked, captchaKey ?? '', captcha)
      return write(async ({ tx, audit, announce }) => {
        await sql`update alarm_contact set confirmed_phone = ${phone},
          object_version_number = object_version_number + 1, last_update_date = now() where id = ${id}`.execute(
          tx,
        )
        await audit({
          entity: alarmContact.name,
          recordId: id,
          title: String(contact.name),
          action: 'confirm',
          after: { confirmedPhone: masked(phone) },
        })
        await announce({ resource: alarmContact.name, ids: [id], kind: 'updated' })
        return { captchaKey: null }
      })
    },
  )
}
