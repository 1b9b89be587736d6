import { z } from 'zod'
import { simStates, type SimOrder } from '#contract/equipment/sim.ts'

/** How a card stands, as its carrier says. */
const standing = z.object({
  state: z.enum(simStates),
  usedMb: z.number().min(0).max(9_999_999).optional(), quotaMb: z.number().min(0).max(9_999_999).nullish(), expiresOn: z.iso.date().nullish(),
})
export type Standing = z.infer<typeof standing>

/** The way to a carrier. Errors: throws when it refuses or cannot be reached. */
export interface Carrier {
  order(iccid: string, order: SimOrder): Promise<Standing>
}
/**
 * Any interface that takes `POST {url}/cards/{iccid}/{activate|suspend|resume|synchronize}` with a bearer token and answers
 * the card as JSON: state, usedMb, quotaMb, expiresOn.
 */
export const httpCarrier = ({ url, token }: { url: string; token: string }): Carrier => ({
  order: async (iccid, order) => {
    const response = await fetch(`${url}/cards/${iccid}/${order}`, { method: 'POST', redirect: 'error', signal: AbortSignal.timeout(8000), headers: { authorization: `Bearer ${token}`, accept: 'application/json' } })
    if (!response.ok) throw new Error(`the carrier answered ${response.status}`)
    return standing.parse(await response.json())
  },
})
