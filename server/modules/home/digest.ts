import { sql } from 'kysely'
import type { Language } from '#contract/account/self.ts'
import { briefScreen, sayingsOf, type Brief, type BriefLine } from '#contract/home/brief.ts'
import { changed, rows } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { eachAlone } from '#server/db/parts.ts'
import { actingFor } from '#server/http/acting.ts'
import { homeText } from '#server/i18n/texts.ts'
import { html } from '#server/live/letters.ts'
import { sendMessages } from '#server/modules/message/engine/send-messages.ts'
import type { Stop } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { briefOf, foretold } from './brief.ts'
import { forecastsOf } from './forecast/forecasts.ts'

const everyMs = 60_000
/** What was missed for longer is no morning's letter any more. */
const lateHours = 3

const sayOf = (language: Language) => (one: BriefLine) =>
  sayingsOf(one)
    .map(({ key, params }) => homeText(language, `brief.say.${key}`, params))
    .join(' · ')
const kindOf = (language: Language, { kind }: BriefLine) =>
  homeText(language, `brief.kinds.${kind}`)

/** The brief in sentences, base by base. */
function pageOf(language: Language, { bases }: Brief): string {
  const say = sayOf(language)
  return `${bases
    .map(
      ({ areaName, lines }) =>
        `<h3>${html(areaName)}</h3><ul>${lines
          .map((one) => `<li><b>${html(kindOf(language, one))}</b> ${html(say(one))}</li>`)
          .join('')}</ul>`,
    )
    .join('')}<p><a href="${briefScreen.route}">${html(homeText(language, 'brief.open'))}</a></p>`
}

/** The same for a group chat. */
const linesOf = (language: Language, { bases }: Brief): string[] => {
  const say = sayOf(language)
  return bases.flatMap(({ areaName, lines }) => [
    areaName,
    ...lines.map((one) => `${kindOf(language, one)} ${say(one)}`),
  ])
}

interface Due {
  account: number
  language: Language
  /** The tenant's day. */
  day: string
}
/** One letter a day to whoever asked for it, with what they may see at this moment. */
async function send(
  app: Services,
  tenant: number,
  { account, language, day }: Due,
  at: Date,
): Promise<void> {
  const context = await actingFor(app.platform, { tenant, account, language, requestId: 'digest' })
  if (!context) return
  const { actor, codes } = context
  const told = await context.read((tx) =>
    briefOf(app, tx, tenant, { actor, codes, base: undefined }),
  )
  const brief = await foretold(told, forecastsOf(app), language)
  await context.write(async ({ tx, announce }) => {
    // Of several processes one sends it.
    const isFirst = await changed(
      tx,
      sql`update home_setting set digest_on = ${day}::date
        where account_id = ${account} and digest_on is distinct from ${day}::date and digest_hour is not null`,
    )
    if (isFirst === 0) return
    if (brief.bases.length === 0) return
    const letter = [
      {
        accountId: account,
        subject: homeText(language, 'brief.subject', { day }),
        lines: linesOf(language, brief),
        page: pageOf(language, brief),
        sender: homeText(language, 'brief.sender'),
      },
    ]
    for (const told of await sendMessages(tx, 'digest', letter, at))
      await announce({ resource: 'messages', ids: [], kind: 'created', account: told })
  })
}

/** Sends what is due in a tenant at a moment: an hour that somebody is left alone in is the end of their quiet hours. */
export async function sendDigests(app: Services, tenant: number, at = new Date()): Promise<void> {
  const due = await app.db.read(tenant, (tx) =>
    rows<Due>(
      tx,
      sql`select s.account_id as account, a.language, c.now::date::text as day from home_setting s join account a on a.id = s.account_id
          join tenant n on n.id = s.tenant_id
          left join message_setting q on q.account_id = s.account_id
          cross join lateral (select ${at}::timestamptz at time zone n.time_zone as now, case
            when q.quiet_from < q.quiet_to and s.digest_hour >= q.quiet_from and s.digest_hour < q.quiet_to
              or q.quiet_from > q.quiet_to and (s.digest_hour >= q.quiet_from or s.digest_hour < q.quiet_to)
            then q.quiet_to else s.digest_hour end as hour) c
        where s.digest_hour is not null and s.digest_on is distinct from c.now::date
          and extract(hour from c.now) between c.hour and c.hour + ${lateHours - 1}::int
        order by s.account_id`,
    ),
  )
  await eachAlone(
    due,
    ({ account }) => `the brief of account ${account}`,
    (one) => send(app, tenant, one, at),
  )
}
export const watchDigests = (app: Services): Stop =>
  everySoOften(
    everyMs,
    () => eachTenant(app.db, 'briefs', (tenant) => sendDigests(app, tenant)),
    (error) => app.http.log.error({ err: error }, 'briefs could not be sent'),
  )
