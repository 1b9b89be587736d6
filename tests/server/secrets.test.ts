import { switchTenant } from '#contract/account/self.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { callOf } from '#contract/entity-calls.ts'
import { area } from '#contract/farm/area.ts'
import { savePlatformScreens } from '#contract/platform/platform-calls.ts'
import { row } from '#server/db/database.ts'
import { newOperator, unique, seeAll } from './harness.ts'
import { answered, secretsIn } from './planted.ts'
import { app, mine, uses } from './secrets-ground.ts'

function namesIn(schema: z.ZodType): string[] {
  const names: string[] = []
  const walk = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if ('properties' in node) names.push(...Object.keys(node.properties as object))
    Object.values(node).forEach(walk)
  }
  walk(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'output' }))
  return names
}

describe('an answer that opens something', () => {
  test('is declared as such', () => {
    const undeclared = app.served.filter(
      ({ answer, secret }) =>
        !secret && answer && namesIn(answer).some((name) => answered.test(name)),
    )
    // What other people are linked to is no way in.
    expect(
      undeclared
        .map(({ endpoint }) => endpoint)
        .filter((endpoint) => !/banner|search|article|publicity/.test(endpoint)),
    ).toEqual([])
    expect(
      app.served
        .filter(({ secret }) => secret)
        .map(({ endpoint }) => endpoint)
        .sort(),
    ).toEqual(Object.keys(uses).sort())
  })

  test(
    'is nowhere in the database afterwards, and is not told again',
    { timeout: 60_000 },
    async () => {
      const secrets: { endpoint: string; secret: string }[] = []
      for (const [endpoint, use] of Object.entries(uses)) {
        const [send, client] = await use()
        const answer = await send()
        expect([endpoint, answer.statusCode, secretsIn(answer.json()).length > 0]).toEqual([
          endpoint,
          200,
          true,
        ])
        for (const secret of secretsIn(answer.json()).map((one) => one.split('?link=').at(-1)!))
          secrets.push({ endpoint, secret }, { endpoint, secret: secret.replaceAll('-', '') })
        if (!client.token || endpoint === switchTenant.endpoint) continue
        const again = await send()
        expect([endpoint, again.statusCode, again.json().code]).toEqual([
          endpoint,
          409,
          'error.idempotency.secret',
        ])
      }
      const everything = await seeAll(app)
      try {
        const { rows: tables } = await everything.query<{ name: string }>(
          "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')",
        )
        expect(tables.length).toBeGreaterThan(60)
        const found: string[] = []
        for (const { name } of tables) {
          const { rows } = await everything.query<{ text: string }>(
            `select t::text as text from ${name} t`,
          )
          for (const { text } of rows)
            for (const { endpoint, secret } of secrets)
              if (text.includes(secret)) found.push(`${endpoint} in ${name}`)
        }
        expect([...new Set(found)]).toEqual([])
      } finally {
        await everything.end()
      }
      expect(secrets.length).toBeGreaterThan(20)
    },
  )
})

describe('a key', () => {
  test('is not left running by work that has its own transaction', async () => {
    const operator = await newOperator(app)
    const send = () =>
      operator.send(
        savePlatformScreens,
        { id: mine.id, screens: [] },
        { 'idempotency-key': 'screens-1' },
      )
    expect((await send()).statusCode).toBe(204)
    const kept = await app.db.write(0, (tx) =>
      row<{ state: string }>(tx, sql`select state from idempotency where key = 'screens-1'`),
    )
    expect(kept).toEqual({ state: 'done' })
    expect((await send()).statusCode).toBe(204)
  })
})

test('what a key was used for is kept under a key of the server: short bodies cannot be tried', async () => {
  const { endpoint } = callOf(area, 'create')
  const body = { areaName: 'Short', areaCode: unique('S') }
  const key = unique('once')
  const first = await mine.admin.send(endpoint, body, { 'idempotency-key': key })
  expect(first.statusCode).toBe(200)
  const kept = await app.db.read(mine.id, (tx) =>
    row<{ fingerprint: string }>(tx, sql`select fingerprint from idempotency where key = ${key}`),
  )
  expect(kept?.fingerprint).toMatch(/^[\w-]{43}$/)
  const parsed = app.served.find((one) => one.endpoint === endpoint)!.input!.parse(body)
  const plain = (tried: unknown) =>
    createHash('sha256')
      .update(`${endpoint}\n${JSON.stringify(tried)}`)
      .digest('base64url')
  for (const tried of [body, parsed]) expect(kept!.fingerprint).not.toBe(plain(tried))

  // As a version before kept it: its phone asks again, and is told what it was told.
  await app.db.write(mine.id, (tx) =>
    sql`update idempotency set fingerprint = ${plain(parsed)} where key = ${key}`.execute(tx),
  )
  const again = await mine.admin.send(endpoint, body, { 'idempotency-key': key })
  expect([again.statusCode, again.json().id]).toEqual([200, first.json().id])
})
