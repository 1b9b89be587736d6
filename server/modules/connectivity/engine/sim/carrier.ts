import { z } from 'zod'
import { simStates, type simPlatformKinds, type SimOrder } from '#contract/connectivity/sim.ts'
import { getJson, postJson, type Outgoing } from '#server/http/outgoing.ts'
import { oneLink } from './one-link.ts'

/** How a card stands, as its carrier says. */
const standing = z.object({
  state: z.enum(simStates),
  usedMb: z.number().min(0).max(9_999_999).optional(),
  quotaMb: z.number().min(0).max(9_999_999).nullish(),
  expiresOn: z.iso.date().nullish(),
})
export type Standing = z.infer<typeof standing>
interface Renewal {
  expiresOn: string
  quotaMb: number | null
  amount: number | null
}

/** The way to a carrier. Errors: throws when it refuses or cannot be reached. */
export interface Carrier {
  /** Signs in and asks nothing. */
  check(): Promise<void>
  order(iccid: string, order: SimOrder): Promise<Standing>
  /** Absent: it takes no renewals; they are arranged otherwise, and written down here. */
  renew?(iccid: string, renewal: Renewal): Promise<Standing>
}
/**
 * Any interface that takes `POST {url}/cards/{iccid}/{activate|suspend|resume|synchronize|renew}`
 * with a bearer token and answers
 * the card as JSON: state, usedMb, quotaMb, expiresOn; and `GET {url}/ping`.
 */
export const httpCarrier = (
  { url, token }: { url: string; token: string },
  outgoing: Outgoing = { allowsPrivate: true, timeoutMs: 8000 },
): Carrier => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json' }
  const ask = async (iccid: string, what: string, body: object) =>
    standing.parse(
      await postJson(`${url.replace(/\/$/, '')}/cards/${iccid}/${what}`, body, outgoing, headers),
    )
  return {
    check: async () => void (await getJson(`${url.replace(/\/$/, '')}/ping`, outgoing, headers)),
    order: (iccid, order) => ask(iccid, order, {}),
    renew: (iccid, renewal) => ask(iccid, 'renew', renewal),
  }
}

export interface Platform {
  kind: keyof typeof simPlatformKinds
  url: string
  appId: string | null
  secret: string
}
export const carrierOf = ({ kind, url, appId, secret }: Platform, outgoing: Outgoing): Carrier =>
  kind === 'oneLink'
    ? oneLink({ url, appId: appId ?? '', secret }, outgoing)
    : httpCarrier({ url, token: secret }, outgoing)
