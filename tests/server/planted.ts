import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { z } from 'zod'
import { sealed } from '#contract/account/sign-in.ts'
import type { Served } from '#server/http/serve.ts'
import { seeAll } from './harness.ts'

/** What must be found in plain nowhere, by what it is. */
export const planted = new Map<string, string>()
export function plant(what: string, secret = `Pw7${randomBytes(12).toString('hex')}`): string {
  planted.set(secret, what)
  return secret
}

/** Names of what a call is told that opens something. */
const told =
  /^(password|originalPassword|secret|token|access_token|refresh_token|client_secret|ticket|otp|captcha|appKey|nwkSKey|appSKey)$/
/** What else opens something, by call: a name that elsewhere means a mere code. */
const toldCode = /(\/setup|public\/invitation|invitation\/redeem|invitations\/accept|screen-token)$/
const ofRobots = /\/robot$/
type Shape = Readonly<Record<string, z.ZodType>>
/** The fields of a call's input that hold a secret. */
export function secretsTold({ input, endpoint }: Pick<Served, 'input' | 'endpoint'>): string[] {
  const shape = input instanceof z.ZodObject ? (input.shape as Shape) : {}
  return Object.keys(shape).filter(
    (name) =>
      told.test(name) ||
      (name === 'code' && toldCode.test(endpoint)) ||
      (name === 'url' && ofRobots.test(endpoint)),
  )
}
const isSealed = (one: z.ZodType): boolean =>
  one === sealed || (one instanceof z.ZodOptional && isSealed(one.unwrap() as z.ZodType))
/** An input with a secret planted in each of those fields. */
export async function withPlanted(
  served: Served,
  input: Record<string, unknown>,
  seal: (password: string) => Promise<string>,
): Promise<Record<string, unknown>> {
  const shape = served.input instanceof z.ZodObject ? (served.input.shape as Shape) : {}
  const own: Record<string, unknown> = {}
  for (const name of secretsTold(served)) {
    const what = `${name} of ${served.endpoint}`
    own[name] = isSealed(shape[name]!)
      ? await seal(plant(what))
      : name === 'url'
        ? `https://oapi.dingtalk.com/robot/send?access_token=${plant(what)}`
        : /^(app|nwk)S?Key$/.test(name)
          ? plant(what, randomBytes(16).toString('hex'))
          : name === 'captcha' || name === 'otp'
            ? plant(what, randomBytes(5).toString('hex'))
            : plant(what)
  }
  return { ...input, ...own }
}

/** What an answer holds that opens something. */
export const answered =
  /^(access_token|accessToken|refresh_token|token|secret|password|link|recoveryCodes|setupKey|appKey|nwkKey|nwkSKey|appSKey)$/
export const secretsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, one]) =>
        typeof one === 'string'
          ? answered.test(name) || name === 'code'
            ? [one]
            : []
          : Array.isArray(one) && answered.test(name)
            ? (one as string[])
            : secretsIn(one),
      )
    : []

/** A secret as it may lie somewhere: as it is, in bytes, in Basic authentication, escaped. */
const shapesOf = (secret: string) =>
  new Set([
    secret,
    secret.replaceAll('-', ''),
    Buffer.from(secret).toString('hex'),
    Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    encodeURIComponent(secret),
  ])
/** Looks for what was planted until now. Six digits count where they stand alone. */
export function seeker(): (text: string) => string[] {
  const all = [...planted].flatMap(([secret, what]) =>
    [...shapesOf(secret)].map((shape) => ({ shape, what, isShort: /^\d{1,8}$/.test(shape) })),
  )
  const isAlone = (text: string, shape: string) =>
    new RegExp(`(?<![\\d.])${shape}(?!\\d)`).test(text)
  return (text) => [
    ...new Set(
      all
        .filter(({ shape, isShort }) => text.includes(shape) && (!isShort || isAlone(text, shape)))
        .map(({ what }) => what),
    ),
  ]
}
/** Every column of every table, where a secret stands in it: `table.column: what`. */
export async function foundInDatabase(database: { owner: string }): Promise<string[]> {
  const seek = seeker()
  const client = await seeAll(database)
  try {
    const { rows: columns } = await client.query<{ table: string; column: string }>(
      `select format('%I', c.relname) as table, format('%I', a.attname) as column from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
      and not c.relispartition and format_type(a.atttypid, null) ~ 'text|json|bytea|char|uuid'`,
    )
    const found = new Set<string>()
    for (const { table, column } of columns) {
      const { rows } = await client.query<{ text: string | null }>(
        `select distinct ${column}::text as text from ${table} where ${column} is not null`,
      )
      for (const { text } of rows)
        for (const what of seek(text!)) found.add(`${table}.${column}: ${what}`)
    }
    return [...found].sort()
  } finally {
    await client.end()
  }
}

/** A service outside that refuses every call, and says again all it was told. */
export async function echoing(): Promise<{ url: string; stop: () => void }> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      const words = `${request.url} ${JSON.stringify(request.headers)} ${body}`
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(
        JSON.stringify({ code: 'x', errcode: 1, msg: words, errmsg: words, message: words }),
      )
    })
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => void server.close(),
  }
}
