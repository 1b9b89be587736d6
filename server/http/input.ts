import type { FastifyRequest } from 'fastify'
import type { Language } from '#contract/account/self.ts'
import { HttpError } from '#server/db/http-error.ts'
import { isDeeper } from './depth.ts'
import { languageOf } from '../i18n/texts.ts'

/** No form of the console and no message of a device lies deeper in itself. */
const mostDepth = 20
const dropped = new Set(['_token', '_status', '_tls', '__proto__', 'constructor', 'prototype'])
const refuse = (name: string) =>
  new HttpError(
    400,
    'error.data_invalid',
    name ? { fields: { [name]: { code: 'field.invalid' } } } : {},
  )

/** The language a call is answered in, whatever stands where it is said. */
export function languageAsked(request: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  const lang = (request.query as Record<string, unknown> | null | undefined)?.lang
  return languageOf(typeof lang === 'string' ? lang : request.headers['accept-language'])
}

/**
 * Whether a value holds what nobody can store: NUL, half a letter, a number beyond all. Asked
 * without recursion.
 */
function isUnfit(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const one = open.pop()
    if (typeof one === 'string' && (one.includes('\u0000') || !one.isWellFormed())) return true
    if (typeof one === 'number' && !Number.isFinite(one)) return true
    if (typeof one === 'object' && one !== null)
      for (const [name, inner] of Object.entries(one)) open.push(name, inner)
  }
  return false
}
/**
 * Errors: 400 for what lies too deep in itself. Asked of every body, also of those that their own
 * reader takes apart.
 */
export function requireShallow(body: unknown): void {
  if (isDeeper(body, mostDepth)) throw refuse('')
}

/**
 * What a call was given, as its schema is asked about it: query and body under the path's own
 * parameters, which nothing
 * overrides; secrets that some clients add are dropped. Errors: 400 for what no field of any call
 * may hold.
 */
export function inputOf(request: FastifyRequest): unknown {
  const body = request.body as unknown
  requireShallow(body)
  if (Array.isArray(body)) {
    if (isUnfit(body)) throw refuse('')
    return body
  }
  const { tenant: _tenant, ...params } = request.params as Record<string, unknown>
  const given = {
    ...(request.query as object),
    ...(typeof body === 'object' ? body : null),
    ...params,
  }
  const entries = Object.entries(given).filter(([name]) => !dropped.has(name))
  const unfit = entries.find(([name, value]) => isUnfit(name) || isUnfit(value))
  if (unfit) throw refuse(unfit[0].toWellFormed().replaceAll('\u0000', '').slice(0, 60))
  return Object.fromEntries(entries)
}
