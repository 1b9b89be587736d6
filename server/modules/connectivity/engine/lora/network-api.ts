import { sql } from 'kysely'
import { row, type Tx } from '#server/db/database.ts'
import { decryptSecret } from '#server/db/secret.ts'
import { getJson, sendJson, type Outgoing } from '#server/http/outgoing.ts'

interface NodeKeys {
  appKey: string | null
  nwkKey: string | null
  devAddr: string | null
  nwkSKey: string | null
  appSKey: string | null
}
interface NetworkQueued {
  id: string
  payload: string
  port: number | null
  expiresAt: string | null
  /** It went out, and is not acknowledged yet. */
  isPending: boolean
}
/** A network server's REST interface. Errors: throws with what it answered. */
interface NetworkApi {
  /** Null where keys are entered by hand. */
  keys: ((devEui: string, keys: NodeKeys) => Promise<void>) | null
  queue(devEui: string): Promise<NetworkQueued[]>
  flush(devEui: string): Promise<void>
  /**
   * Ends the session of a node that joins; begins a given one anew, with its counters at nothing.
   */
  restart(devEui: string, isJoining: boolean): Promise<void>
}

/** As ChirpStack v4 has it (chirpstack-rest-api). */
function chirpStack(url: string, token: string, outgoing: Outgoing): NetworkApi {
  const of = (devEui: string, what: string) =>
    `${url.replace(/\/$/, '')}/api/devices/${devEui.toLowerCase()}/${what}`
  const headers = { 'grpc-metadata-authorization': `Bearer ${token}`, accept: 'application/json' }
  return {
    keys: async (devEui, { appKey, nwkKey, devAddr, nwkSKey, appSKey }) => {
      if (devAddr) {
        const deviceActivation = {
          devEui: devEui.toLowerCase(),
          devAddr,
          appSKey,
          nwkSEncKey: nwkSKey,
          sNwkSIntKey: nwkSKey,
          fNwkSIntKey: nwkSKey,
          fCntUp: 0,
          nFCntDown: 0,
          aFCntDown: 0,
        }
        return void (await sendJson(
          'POST',
          of(devEui, 'activate'),
          { deviceActivation },
          outgoing,
          headers,
        ))
      }
      // Of LoRaWAN 1.0 the root key is the field of 1.1's network key.
      const deviceKeys = {
        devEui: devEui.toLowerCase(),
        nwkKey: nwkKey ?? appKey,
        appKey: nwkKey ? appKey : '00000000000000000000000000000000',
      }
      await sendJson('PUT', of(devEui, 'keys'), { deviceKeys }, outgoing, headers).catch(() =>
        sendJson('POST', of(devEui, 'keys'), { deviceKeys }, outgoing, headers),
      )
    },
    queue: async (devEui) => {
      const { result = [] } = (await getJson(of(devEui, 'queue'), outgoing, headers)) as {
        result?: {
          id?: string
          data?: string
          fPort?: number
          expiresAt?: string | null
          isPending?: boolean
        }[]
      }
      return result.map(({ id, data, fPort, expiresAt, isPending }) => ({
        id: String(id ?? ''),
        payload: Buffer.from(data ?? '', 'base64').toString('hex'),
        port: fPort ?? null,
        expiresAt: expiresAt ?? null,
        isPending: isPending === true,
      }))
    },
    flush: async (devEui) =>
      void (await sendJson('DELETE', of(devEui, 'queue'), null, outgoing, headers)),
    restart: async (devEui, isJoining) => {
      if (isJoining)
        return void (await sendJson('DELETE', of(devEui, 'activation'), null, outgoing, headers))
      const { deviceActivation } = (await getJson(of(devEui, 'activation'), outgoing, headers)) as {
        deviceActivation?: Record<string, unknown>
      }
      if (!deviceActivation) throw new Error('not activated')
      await sendJson(
        'POST',
        of(devEui, 'activate'),
        { deviceActivation: { ...deviceActivation, fCntUp: 0, nFCntDown: 0, aFCntDown: 0 } },
        outgoing,
        headers,
      )
    },
  }
}
/**
 * As The Things Stack v3 has it; `thing` is its application and its device. Keys are spread over
 * three of its servers, and are entered in its console.
 */
function thingsStack(url: string, token: string, thing: string, outgoing: Outgoing): NetworkApi {
  const [application, device] = thing.split('/')
  const of = (server: 'ns' | 'as') =>
    `${url.replace(/(\/api\/v3)?\/*$/, '')}/api/v3/${server}/applications/${application}/devices/${device}`
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  return {
    keys: null,
    queue: async () => {
      const { downlinks = [] } = (await getJson(`${of('as')}/down`, outgoing, headers)) as {
        downlinks?: { f_port?: number; f_cnt?: number; frm_payload?: string }[]
      }
      return downlinks.map(({ f_port: port, f_cnt: counter, frm_payload: payload }, at) => ({
        id: String(counter ?? at),
        payload: Buffer.from(payload ?? '', 'base64').toString('hex'),
        port: port ?? null,
        expiresAt: null,
        isPending: false,
      }))
    },
    flush: async () =>
      void (await sendJson(
        'POST',
        `${of('as')}/down/replace`,
        { downlinks: [] },
        outgoing,
        headers,
      )),
    // Its reset to factory defaults: who joins has to join again, a given session begins anew.
    restart: async () => void (await sendJson('PATCH', of('ns'), {}, outgoing, headers)),
  }
}
/** The same of a node, with the name it goes by there. */
export async function reachNode(
  tx: Tx,
  device: number,
  secret: string,
  outgoing: Outgoing,
): Promise<{ eui: string; api: NetworkApi } | null> {
  const api = await apiOfNode(tx, device, secret, outgoing)
  const found =
    api && (await row<{ eui: string }>(tx, sql`select eui from device where id = ${device}`))
  return found ? { eui: found.eui, api } : null
}
/** The interface of the network that a node was last heard by; null where none is configured. */
export async function apiOfNode(
  tx: Tx,
  device: number,
  secret: string,
  outgoing: Outgoing,
): Promise<NetworkApi | null> {
  const found = await row<{
    apiUrl: string | null
    sealedApiToken: string | null
    thing: string | null
  }>(
    tx,
    sql`select n.api_url, n.sealed_api_token, s.thing from lora_session s
      join lora_network n on n.id = s.network_id where s.device_id = ${device}`,
  )
  if (!found?.apiUrl || !found.sealedApiToken) return null
  const token = decryptSecret(secret, found.sealedApiToken)
  return found.thing
    ? thingsStack(found.apiUrl, token, found.thing, outgoing)
    : chirpStack(found.apiUrl, token, outgoing)
}
