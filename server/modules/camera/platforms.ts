import { sql } from 'kysely'
import {
  cameraPlatform,
  setCameraPlatformSecret,
  testCameraPlatform,
} from '#contract/camera/platform.ts'
import { showRow } from '#server/db/crud.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { encryptSecret } from '#server/db/secret.ts'
import { crud, demand } from '#server/http/crud.ts'
import { isAddress, type Outgoing } from '#server/http/outgoing.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { isComplete, platformOf, problemOf } from './platform-check.ts'

/** Its addresses; those of where streams are may be of other schemes, or of other ports. */
const addresses = ['url', 'streamUrl', 'whepUrl'] as const
const hostOf = (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) ? new URL(url).hostname : null

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
    if (!isComplete(setup)) throw unprocessable('camera.no_platform')
    const problem = await problemOf(setup, outgoing, language)
    await write(async ({ tx }) => {
      await sql`update camera_platform set checked_at = now(), problem = ${problem}
        where id = ${id}`.execute(tx)
    })
    return { problem }
  })
}
