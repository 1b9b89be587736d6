import { sql } from 'kysely'
import { setSimSecret, simPlatform, testSimPlatform } from '#contract/connectivity/sim.ts'
import { showRow } from '#server/db/crud.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { encryptSecret } from '#server/db/secret.ts'
import { complaintOf, notePlatform, wayOf } from '#server/modules/connectivity/engine/sim/cards.ts'
import { isAddress } from '#server/http/outgoing.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

/** Where operators are reached, with what, and what they last said. */
export function simPlatforms(app: Services): void {
  const { carriers } = app
  crud(app, simPlatform, {
    prepare: async (values, before, { tx }) => {
      if (values.url !== undefined && !isAddress(String(values.url), carriers.outgoing))
        throw invalidFields({ url: { code: 'sim.platform_address' } })
      // What was meant for one platform is not told to another.
      if (before && values.url !== undefined && values.url !== before.url)
        await sql`update sim_platform set sealed_secret = null where id = ${before.id}`.execute(tx)
      return values
    },
  })
  serve(app, setSimSecret, ({ id, secret }, { write, platform }) =>
    write(async ({ tx, audit }) => {
      const one = await demand(tx, simPlatform, id, 'connect')
      await sql`update sim_platform set sealed_secret = ${secret ? encryptSecret(platform.secret, secret) : null}, problem = null where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: simPlatform.name,
        recordId: id,
        title: String(one.name),
        action: 'connect',
      })
      return (await showRow(tx, simPlatform, id))!
    }),
  )
  serve(app, testSimPlatform, async ({ id }, { read, write }) => {
    const way = await read(async (tx) => {
      await demand(tx, simPlatform, id, 'connect')
      return wayOf(tx, id, carriers)
    })
    if (!way) throw unprocessable('sim.no_secret')
    const problem = await way.carrier.check().then(() => null, complaintOf)
    await write(async ({ tx }) => void (await notePlatform(tx, id, problem)))
    return { problem }
  })
}
