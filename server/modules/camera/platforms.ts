import { sql } from 'kysely'
import {
  cameraPlatform,
  isMediaServer,
  setCameraPlatformSecret,
  testCameraPlatform,
} from '#contract/camera/platform.ts'
import type { Language } from '#contract/account/self.ts'
import { showRow } from '#server/db/crud.ts'
import { row, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { decryptSecret, encryptSecret } from '#server/db/secret.ts'
import { crud, demand } from '#server/http/crud.ts'
import { isAddress, type Outgoing } from '#server/http/outgoing.ts'
import { serve } from '#server/http/serve.ts'
import { cameraText, sentence } from '#server/i18n/texts.ts'
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
/** Its addresses; those of where streams are may be of other schemes, or of other ports. */
const addresses = ['url', 'streamUrl', 'whepUrl'] as const
const hostOf = (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : null

/** A fault in words, with what was said by whoever is at fault. */
export const faultText = ({ code, detail }: CameraFault, language: Language): string => {
  const said = sentence(`camera.${code}`, language)
  return detail ? cameraText(language, 'said', { sentence: said, detail }) : said
}

type Values = Readonly<Record<string, unknown>>
const isStream = (url: string) => URL.canParse(url) && /^rtsps?:$/.test(new URL(url).protocol)
const isCalled = (url: string, outgoing: Outgoing) => isStream(url) || isAddress(url, outgoing)
/** Whether what was meant for one platform would now be told to another. */
function isAnother(values: Values, before: Values): boolean {
  const isOther = (name: string) => values[name] !== undefined && values[name] !== before[name]
  const known = addresses.map((name) => hostOf(before[name]))
  const isElsewhere = addresses.some(
    (name) => values[name] && !known.includes(hostOf(values[name])),
  )
  return isOther('url') || isOther('kind') || isElsewhere
}

async function platformOf(
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

/** Clouds and servers that cameras are asked through: where, with what, and what they last said. */
export function platformCalls(app: Services): void {
  const outgoing = app.cameraOutgoing
  crud(app, cameraPlatform, {
    prepare: async (values, before, { tx }) => {
      for (const name of addresses)
        if (values[name] && !isCalled(String(values[name]), outgoing))
          throw invalidFields({ [name]: { code: 'camera.platform_address' } })
      if (before && isAnother(values, before))
        await sql`update camera_platform set sealed_secret = null, problem = null where id = ${before.id}`.execute(
          tx,
        )
      return values
    },
  })
  serve(app, setCameraPlatformSecret, ({ id, secret }, { write, platform }) =>
    write(async ({ tx, audit }) => {
      const one = await demand(tx, cameraPlatform, id, 'connect')
      await sql`update camera_platform set problem = null,
        sealed_secret = ${secret ? encryptSecret(platform.secret, secret) : null} where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: cameraPlatform.name,
        recordId: id,
        title: String(one.name),
        action: 'connect',
      })
      return (await showRow(tx, cameraPlatform, id))!
    }),
  )
  serve(app, testCameraPlatform, async ({ id }, { read, write, tenant, platform, language }) => {
    const setup = await read(async (tx) => {
      await demand(tx, cameraPlatform, id, 'connect')
      return platformOf(tx, tenant, id, platform.secret)
    })
    const { platform: found } = setup
    // Media servers of one's own network are often open to it.
    const isComplete = isMediaServer(found?.kind) || (found?.secret && found.accountName)
    if (!found || !isComplete) throw unprocessable('camera.no_platform')
    const problem = await checks[found.kind](setup, { outgoing }).then(
      () => null,
      (error: unknown) => {
        if (error instanceof CameraFault) return faultText(error, language).slice(0, 200)
        throw error
      },
    )
    await write(async ({ tx }) => {
      await sql`update camera_platform set checked_at = now(), problem = ${problem}
        where id = ${id}`.execute(tx)
    })
    return { problem }
  })
}
