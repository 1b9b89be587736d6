import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { SimState } from '#contract/connectivity/sim.ts'
import { getJson, type Outgoing } from '#server/http/outgoing.ts'
import type { Carrier } from './carrier.ts'

/** Codes of a card's life at China Mobile's OneLink. */
const states: Readonly<Record<string, SimState>> = {
  1: 'activatable',
  2: 'activated',
  4: 'deactivated',
  6: 'testable',
  7: 'inStock',
  8: 'preCancellation',
  9: 'carrierCancelled',
}
/** What `operType` asks for, by the state a card is in. */
const orders = {
  activate: { inStock: '2', testable: '5', activatable: '6' },
  suspend: { activated: '0' },
  resume: { deactivated: '1' },
} as const satisfies Record<string, Partial<Record<SimState, string>>>
const kilobytes = 1024
/** A token is over, or unknown: asked for once more. */
const tokenOver = new Set(['12020', '12021'])

const answer = z.looseObject({
  status: z.string(),
  message: z.string().nullish(),
  result: z.array(z.record(z.string(), z.unknown())).nullish(),
})
const two = (value: number) => String(value).padStart(2, '0')
/** A number of each call: who calls, when, and eight digits. */
function serial(appId: string, now = new Date()): string {
  const stamp = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return `${appId}${stamp}${String(randomInt(100_000_000)).padStart(8, '0')}`
}

const tokens = new Map<string, { token: string; until: number }>()
/**
 * China Mobile's OneLink (v5 of its interface): questions with a token that is asked for with the
 * application's password. Errors: what it complains of.
 */
export function oneLink(
  { url, appId, secret }: { url: string; appId: string; secret: string },
  outgoing: Outgoing,
): Carrier {
  const ask = async (path: string, query: Readonly<Record<string, string>>) => {
    const found = answer.safeParse(
      await getJson(
        `${url.replace(/\/$/, '')}${path}?${new URLSearchParams({ transid: serial(appId), ...query }).toString()}`,
        outgoing,
      ),
    )
    if (!found.success) throw new Error('the platform answered something else')
    return found.data
  }
  const key = `${url} ${appId} ${secret}`
  const signIn = async (): Promise<string> => {
    const known = tokens.get(key)
    if (known && known.until > Date.now()) return known.token
    const { status, message, result } = await ask('/ec/get/token', {
      appid: appId,
      password: secret,
    })
    const token = result?.[0]?.token
    if (status !== '0' || typeof token !== 'string')
      throw new Error(`${status} ${message ?? ''}`.trim())
    const seconds = Number(result?.[0]?.ttl ?? 3600)
    if (tokens.size > 1000) tokens.clear()
    tokens.set(key, {
      token,
      until: Date.now() + Math.max(30, Math.min(3600, seconds) - 60) * 1000,
    })
    return token
  }
  const told = async (
    path: string,
    query: Readonly<Record<string, string>>,
    isAgain = false,
  ): Promise<Record<string, unknown>> => {
    const { status, message, result } = await ask(path, { token: await signIn(), ...query })
    if (status === '0') return result?.[0] ?? {}
    if (!tokenOver.has(status) || isAgain) throw new Error(`${status} ${message ?? ''}`.trim())
    tokens.delete(key)
    return told(path, query, true)
  }
  const stateOf = async (iccid: string): Promise<SimState> => {
    const { cardStatus } = await told('/ec/query/sim-status', { iccid })
    const state = states[String(cardStatus)]
    if (!state)
      throw new Error(
        `the platform has a state '${String(cardStatus).slice(0, 20)}' that is not known here`,
      )
    return state
  }
  return {
    check: async () => void (await signIn()),
    order: async (iccid, order) => {
      if (order !== 'synchronize') {
        const now = await stateOf(iccid)
        const operation = (orders[order] as Partial<Record<SimState, string>>)[now]
        if (operation === undefined) throw new Error(`the platform has the card as '${now}'`)
        await told('/ec/change/sim-status', { iccid, operType: operation })
      }
      const { dataAmount } = await told('/ec/query/sim-data-usage', { iccid })
      const used = Number(dataAmount)
      return {
        state: await stateOf(iccid),
        ...(Number.isFinite(used) && { usedMb: Math.round((used / kilobytes) * 100) / 100 }),
      }
    },
  }
}
