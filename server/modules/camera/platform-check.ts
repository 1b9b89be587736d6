import { sql } from 'kysely'
import { isMediaServer } from '#contract/camera/platform.ts'
import type { Language } from '#contract/account/self.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { eachTenant, everySoOften } from '#server/db/each-tenant.ts'
import { eachAlone } from '#server/db/parts.ts'
import { decryptSecret } from '#server/db/secret.ts'
import { keptText } from '#server/db/kept-text.ts'
import type { Outgoing } from '#server/http/outgoing.ts'
import { cameraText, sentence } from '#server/i18n/texts.ts'
import { announce } from '#server/live/events.ts'
import type { Stop } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import type { PlatformSetup } from './engine/sources/asking.ts'
import { CameraFault } from './engine/source.ts'
import { checkEzviz } from './engine/sources/ezviz.ts'
import { checkMediaServer } from './engine/sources/media-server.ts'
import { checkWvp } from './engine/sources/wvp.ts'

const checks = {
  ezviz: checkEzviz,
  wvp: checkWvp,
  go2rtc: checkMediaServer,
  mediamtx: checkMediaServer,
  srs: checkMediaServer,
  zlm: checkMediaServer,
} as const
/** A fault in words, with what was said by whoever is at fault. */
export const faultText = ({ code, detail }: CameraFault, language: Language): string => {
  const said = sentence(`camera.${code}`, language)
  return detail ? cameraText(language, 'said', { sentence: said, detail }) : said
}

export async function platformOf(
  tx: Tx,
  tenant: number,
  id: number,
  secret: string,
): Promise<PlatformSetup> {
  const found = await row<{
    kind: keyof typeof checks
    url: string
    streamUrl: string | null
    whepUrl: string | null
    accountName: string | null
    sealedSecret: string | null
  }>(
    tx,
    sql`select kind, url, stream_url, whep_url, account_name, sealed_secret from camera_platform
      where id = ${id} and enabled_flag = 1`,
  )
  if (!found) return { tenant, platform: null }
  const { url, sealedSecret, ...known } = found
  return {
    tenant,
    platform: {
      ...known,
      id,
      url: url.replace(/\/+$/, ''),
      secret: sealedSecret && decryptSecret(secret, sealedSecret),
    },
  }
}

/** Whether there is enough to ask with: media servers of one's own network are often open to it. */
export const isComplete = ({ platform: found }: PlatformSetup): boolean =>
  found !== null && Boolean(isMediaServer(found.kind) || (found.secret && found.accountName))

/** Asks whether it is there and takes what it is signed in to with; answers what is wrong, in words. */
export async function problemOf(
  setup: PlatformSetup,
  outgoing: Outgoing,
  language: Language,
): Promise<string | null> {
  try {
    await checks[setup.platform!.kind](setup, { outgoing })
    return null
  } catch (error) {
    if (error instanceof CameraFault) return keptText(faultText(error, language), 200)
    throw error
  }
}

/** Between two looks at whether one is due, and between two checks of one; what fails is asked half as often. */
const [everyMs, checkMinutes] = [60_000, 10]
const mostAtOnce = 20
interface Due {
  id: number
  problem: string | null
  language: Language
}
/**
 * Takes what has not been asked for a while, so that of several processes one asks. Whoever saved it
 * last reads what is wrong, in their language.
 */
const takeDue = (tx: Tx) =>
  rows<Due>(
    tx,
    sql`update camera_platform p set checked_at = now() from (
        select o.id, coalesce(a.language, 'zh-CN') as language from camera_platform o
        left join account a on a.id = coalesce(o.last_updated_by, o.created_by)
        where o.enabled_flag = 1 and o.checked_at < now() - make_interval(mins =>
          case when o.problem is null then ${checkMinutes}::int else 2 * ${checkMinutes}::int end)
        order by o.checked_at limit ${mostAtOnce} for update of o skip locked) d
      where p.id = d.id returning p.id, p.problem, d.language`,
  )
/** Asks the platforms of a tenant that were tested once whether they still are as they were. */
export async function checkDue(app: Services, tenant: number): Promise<void> {
  const due = await app.db.write(tenant, takeDue)
  await eachAlone(
    due,
    ({ id }) => `camera platform ${id}`,
    async ({ id, problem: before, language }) => {
      const setup = await app.db.read(tenant, (tx) =>
        platformOf(tx, tenant, id, app.platform.secret),
      )
      if (!isComplete(setup)) return
      const problem = await problemOf(setup, app.cameraOutgoing, language)
      if (problem === before) return
      await app.db.write(tenant, async (tx) => {
        await sql`update camera_platform set problem = ${problem} where id = ${id}`.execute(tx)
        await announce(tx, {
          tenant,
          resource: 'cameraPlatform',
          ids: [id],
          kind: 'updated',
        })
      })
    },
  )
}
export const watchPlatforms = (app: Services): Stop =>
  everySoOften(
    everyMs,
    () => eachTenant(app.db, 'camera platforms', (tenant) => checkDue(app, tenant)),
    (error) => app.http.log.error({ err: error }, 'camera platforms could not be checked'),
  )
