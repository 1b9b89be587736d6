import { createHash } from 'node:crypto'
import { ask, type Outgoing } from '#server/http/outgoing.ts'
import { CameraFault, type CameraSetup } from '../source.ts'

/** What is known of a platform without a camera on it. */
export type PlatformSetup = Pick<CameraSetup, 'tenant' | 'platform'>

/** A platform that can be signed in to. */
export interface Login {
  /** What everything that is kept of it is kept under; another secret is another platform. */
  key: string
  url: string
  account: string
  secret: string
}
/** Errors: `no_platform` where none of this kind is named, or nothing to sign in with. */
export function loginOf({ tenant, platform }: PlatformSetup, kind: 'ezviz' | 'wvp'): Login {
  if (platform?.kind !== kind || !platform.accountName || !platform.secret)
    throw new CameraFault('no_platform')
  const { id, url, accountName: account, secret } = platform
  const hash = createHash('sha256').update(`${url}\n${account}\n${secret}`).digest('base64')
  return { key: `${tenant}/${id}/${hash}`, url, account, secret }
}

/** What platforms say of themselves may be long: a list of channels. */
const mostBytes = 1024 * 1024
export const formHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

/**
 * Asks, and answers an object with the status it came with. Errors: `unreachable` where nothing
 * came in time, or something that is no JSON.
 */
export async function askObject(
  method: 'GET' | 'POST',
  url: string,
  body: string | null,
  headers: Readonly<Record<string, string>>,
  outgoing: Outgoing,
): Promise<{ status: number; object: Readonly<Record<string, unknown>> }> {
  const bytes = body === null ? null : Buffer.from(body)
  const { status, body: answer } = await ask(
    method,
    url,
    bytes,
    headers,
    outgoing,
    mostBytes,
  ).catch((error: unknown) => {
    throw new CameraFault('unreachable', error instanceof Error ? error.message : '')
  })
  const object = parsed(answer.toString())
  if (!object) throw new CameraFault('unreachable', `HTTP ${status}, no JSON`)
  return { status, object }
}
/** An object out of JSON; null for anything else. */
export function parsed(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
/** A word of an answer; '' where there is none. */
export const wordOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

/** '2026-11-25 16:48:00' as it is in China, which is how these platforms count. */
export const inChina = (ms: number): string =>
  new Date(ms + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')

/** The moment (ms) of such a time; NaN for anything else. */
export const chinaMs = (text: string): number =>
  /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)
    ? Date.parse(`${text.replace(' ', 'T')}+08:00`)
    : Number.NaN

/** Of '34020000001320000001-34020000001310000001', device and channel; else a device alone. */
export function nationalIds(serial: string): { device: string; channel: string | null } {
  const [, device = serial, channel = null] = /^(\d{20})-(\d{20})$/.exec(serial) ?? []
  return { device, channel }
}
