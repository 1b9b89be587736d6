import { sql } from 'kysely'
import {
  loraNetwork,
  renewLoraToken,
  setLoraApiToken,
  setLoraPassword,
  showLoraNetwork,
  tryCodec,
  type LoraNetworkState,
} from '#contract/connectivity/lora.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields } from '#server/db/http-error.ts'
import { encryptSecret } from '#server/db/secret.ts'
import { hashOf, newToken } from '#server/db/token.ts'
import { isBrokerAddress } from '#server/modules/connectivity/engine/lora/broker-address.ts'
import { networkChannel } from '#server/modules/connectivity/engine/lora/event.ts'
import { isAddress } from '#server/http/outgoing.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const dialAgain = (tx: Tx) => sql`select pg_notify(${networkChannel}, '')`.execute(tx)

/** Codecs of LoRaWAN nodes, and the network servers that pass them on. */
export function lora(app: Services): void {
  const allowsPrivate = app.options.privateBrokers ?? false
  serve(app, tryCodec, ({ script, fPort, payload }, { tenant }) =>
    app.codecs.decode(tenant, script, fPort, Buffer.from(payload, 'hex')),
  )
  crud(app, loraNetwork, {
    prepare: async (values, before, { tx }) => {
      if (values.brokerUrl && !isBrokerAddress(String(values.brokerUrl), allowsPrivate))
        throw invalidFields({ brokerUrl: { code: 'lora.broker_address' } })
      if (values.apiUrl && !isAddress(String(values.apiUrl), { allowsPrivate }))
        throw invalidFields({ apiUrl: { code: 'lora.broker_address' } })
      if (before && values.apiUrl !== undefined && (values.apiUrl ?? '') !== (before.apiUrl ?? ''))
        await sql`update lora_network set sealed_api_token = null where id = ${before.id}`.execute(
          tx,
        )
      // What was meant for one broker is not told to another.
      if (
        before &&
        values.brokerUrl !== undefined &&
        (values.brokerUrl ?? '') !== (before.brokerUrl ?? '')
      )
        await sql`update lora_network set sealed_password = null where id = ${before.id}`.execute(
          tx,
        )
      return values
    },
    after: async (_action, _row, { tx }) => void (await dialAgain(tx)),
  })
  serve(app, showLoraNetwork, ({ id }, { read, platform }) =>
    read(async (tx) => {
      await demand(tx, loraNetwork, id, 'show')
      const state = await row<Omit<LoraNetworkState, 'strangers' | 'url'>>(
        tx,
        sql`select token_at, sealed_password is not null as has_password,
          sealed_api_token is not null as has_api_token, problem from lora_network where id = ${id}`,
      )
      const strangers = await rows<LoraNetworkState['strangers'][number]>(
        tx,
        sql`select dev_eui, name, last_at, count::int from lora_stranger where network_id = ${id}
          order by last_at desc, dev_eui`,
      )
      return { ...state!, strangers, url: `${platform.publicUrl}/ingest/v1/lorawan` }
    }),
  )
  serve(app, renewLoraToken, async ({ id }, { write }) => {
    const token = newToken()
    await write(async ({ tx, audit }) => {
      const network = await demand(tx, loraNetwork, id, 'connect')
      await sql`update lora_network set token_hash = ${hashOf(token)}, token_at = now() where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: loraNetwork.name,
        recordId: id,
        title: String(network.name),
        action: 'connect',
      })
    })
    return { token }
  })
  serve(app, setLoraApiToken, ({ id, token }, { write, platform }) =>
    write(async ({ tx, audit }) => {
      const network = await demand(tx, loraNetwork, id, 'connect')
      await sql`update lora_network set sealed_api_token = ${token ? encryptSecret(platform.secret, token) : null} where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: loraNetwork.name,
        recordId: id,
        title: String(network.name),
        action: 'connect',
      })
    }),
  )
  serve(app, setLoraPassword, ({ id, password }, { write, platform }) =>
    write(async ({ tx, audit }) => {
      const network = await demand(tx, loraNetwork, id, 'connect')
      await sql`update lora_network set sealed_password = ${password ? encryptSecret(platform.secret, password) : null} where id = ${id}`.execute(
        tx,
      )
      await audit({
        entity: loraNetwork.name,
        recordId: id,
        title: String(network.name),
        action: 'connect',
      })
      await dialAgain(tx)
    }),
  )
}
