import { sql } from 'kysely'
import * as calls from '#contract/message/ways.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { HttpError, invalidFields, unprocessable } from '#server/db/http-error.ts'
import { keptText } from '#server/db/kept-text.ts'
import { isAddress } from '#server/http/outgoing.ts'
import { serve } from '#server/http/serve.ts'
import { messageText, sentence } from '#server/i18n/texts.ts'
import { masked, ofMessages, redeemCode, sendCode } from '#server/modules/account/engine/sms.ts'
import type { Services } from '#server/services/services.ts'
import { sendBy } from './engine/deliver.ts'
import { sealRobot } from '#server/http/robots.ts'
import { settingsOf, type Setting } from './engine/settings.ts'

const newest = 10
const settingOf = async (tx: Tx, account: number): Promise<Setting> =>
  (await settingsOf(tx, [account])).get(account)!
const isConfirmed = ({ phone, confirmedPhone }: Pick<Setting, 'phone' | 'confirmedPhone'>) =>
  phone !== null && phone === confirmedPhone

/** Each person's own: of what they are told, how, and when not. */
export function serveSettings(app: Services): void {
  serve(app, calls.messageSettings, (_input, { read, actor }) =>
    read(async (tx) => {
      const one = await settingOf(tx, actor.accountId)
      return {
        ways: one.ways,
        quiet: one.quiet,
        phone: one.phone && masked(one.phone),
        isPhoneConfirmed: isConfirmed(one),
        robot:
          one.robotChannel && one.robotHost
            ? { channel: one.robotChannel, host: one.robotHost }
            : null,
        sendings: await rows<calls.MessageSettings['sendings'][number]>(
          tx,
          sql`select id, way, kind, subject, state, attempts, error, created_at, due_at from message_sending
            where account_id = ${actor.accountId} order by id desc limit ${newest}`,
        ),
      }
    }),
  )
  serve(app, calls.saveMessageSettings, ({ ways, quiet }, { write, actor }) =>
    write(async ({ tx }) => {
      const one = await settingOf(tx, actor.accountId)
      const asked = new Set(Object.values(ways).flat())
      if (asked.has('sms') && !isConfirmed(one))
        throw invalidFields({ ways: { code: 'message.unconfirmed' } })
      if (asked.has('robot') && !one.robotSealed)
        throw invalidFields({ ways: { code: 'message.no_robot' } })
      await sql`insert into message_setting as s (account_id, ways, quiet_from, quiet_to)
        values (${actor.accountId}, ${JSON.stringify(ways)}::jsonb, ${quiet?.from ?? null}, ${quiet?.to ?? null})
        on conflict (tenant_id, account_id) do update set ways = s.ways || excluded.ways,
          quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, last_update_date = now()`.execute(
        tx,
      )
    }),
  )
  serve(app, calls.setMessageRobot, ({ channel, url, secret }, { write, actor }) =>
    write(async ({ tx }) => {
      if (url !== '' && !isAddress(url, app.ways.outgoing))
        throw invalidFields({ url: { code: 'alarm.robot_address' } })
      const robot =
        url === ''
          ? { channel: null, host: null, sealed: null }
          : {
              channel,
              host: new URL(url).host,
              sealed: sealRobot(app.ways.secret, { url, secret: secret || null }),
            }
      await sql`insert into message_setting (account_id, robot_channel, robot_host, robot_sealed)
        values (${actor.accountId}, ${robot.channel}, ${robot.host}, ${robot.sealed})
        on conflict (tenant_id, account_id) do update set robot_channel = excluded.robot_channel,
          robot_host = excluded.robot_host, robot_sealed = excluded.robot_sealed, last_update_date = now()`.execute(
        tx,
      )
      // What nobody answers any more is no way.
      if (robot.sealed === null)
        await sql`update message_setting set ways = (select coalesce(jsonb_object_agg(w.key, w.value - 'robot'), '{}')
          from jsonb_each(ways) w) where account_id = ${actor.accountId}`.execute(tx)
    }),
  )
  serve(
    app,
    calls.confirmMessagePhone,
    async (
      { captchaKey, captcha },
      { read, write, actor, tenant, platform, address, language },
    ) => {
      const { phone } = await read((tx) => settingOf(tx, actor.accountId))
      if (!phone) throw unprocessable('message.no_phone')
      const asked = { phone, purpose: ofMessages(tenant, actor.accountId) }
      if (!captcha) {
        const sent = await sendCode(platform, app.ways.sms, { ...asked, address, tenant }, (code) =>
          messageText(language, 'ways.confirmText', { code }),
        )
        if (!sent.success) throw unprocessable(sent.code, { seconds: sent.interval })
        return { captchaKey: sent.captchaKey }
      }
      await redeemCode(platform, asked, captchaKey ?? '', captcha)
      await write(({ tx }) =>
        sql`insert into message_setting (account_id, confirmed_phone) values (${actor.accountId}, ${phone})
          on conflict (tenant_id, account_id) do update set confirmed_phone = excluded.confirmed_phone,
            last_update_date = now()`.execute(tx),
      )
      return { captchaKey: null }
    },
  )
  serve(
    app,
    calls.testMessageWay,
    async ({ way }, { read, write, actor, platform, tenant, language }) => {
      const one = await read((tx) => settingOf(tx, actor.accountId))
      const subject = messageText(language, 'ways.test.subject')
      let error: string | null = null
      await sendBy(platform.db, tenant, app.ways, way, one, {
        subject,
        body: messageText(language, 'ways.test.body'),
      }).catch((fault: Error) => {
        error =
          fault instanceof HttpError ? sentence(fault.code, language) : keptText(fault.message, 200)
      })
      await write(({ tx }) =>
        sql`insert into message_sending (account_id, way, kind, subject, body, state, attempts, error, sent_at)
          values (${actor.accountId}, ${way}, 'test', ${subject}, '', ${error === null ? 'sent' : 'failed'}, 1, ${error}, now())`.execute(
          tx,
        ),
      )
      if (error !== null) throw unprocessable('alarm.not_delivered', { reason: error })
    },
  )
}
