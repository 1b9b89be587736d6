import { sql } from 'kysely'
import { afterAll } from 'vitest'
import { rows } from '#server/db/database.ts'
import { Client } from '#server/demo/client.ts'
import { moduleOfCode } from '#server/http/actor.ts'
import type { Served } from '#server/http/serve.ts'
import { newMember, newTenant, startApp } from './harness.ts'
import { Digest } from './matrix-digest.ts'
import { anyMark, marks, newOwner } from './matrix-owner.ts'
import { differing, fire, isStream, shotOf } from './matrix.ts'
import { written } from './samples.ts'

export const every = [...moduleOfCode.keys()]
export const app = await startApp({ poolSize: 8 })
// Only calls may change anything here.
await app.rest()
/** Tables whose rows stand on a base. */
export const ofBase = new Set(
  (
    await app.db.platform((tx) =>
      rows<{ name: string }>(
        tx,
        sql`select tablename as name from pg_policies where policyname = 'in_scope'`,
      ),
    )
  ).map(({ name }) => name),
)
written.mark = (table) => (ofBase.has(table) ? marks.ofBase : marks.ofTenant)
export const mine = await newTenant(app, `${marks.ofTenant}农场`)
export const owner = await newOwner(app, mine)
export const theirs = await newTenant(app)
export const digest = await Digest.open(app)
export const calls = app.served.filter((served) => !isStream(served))
afterAll(async () => {
  await digest?.end()
  await app?.end()
})

interface Told {
  status: number
  code?: string
}
/** null: whatever is answered, nothing of the owner's is in it and nothing has changed. */
export type Due = (served: Served) => Told | null
export const isGuarded = ({ access }: Served) => typeof access === 'object'
export const isOfTenant = ({ endpoint }: Served) => endpoint.includes('{tenant}')
export const once = 120

/** An answer without what every member is told alike. */
function withoutShared({ forMembers }: Served, body: string): string {
  if (!Array.isArray(forMembers) || !body.startsWith('{')) return body
  return JSON.stringify({
    ...(JSON.parse(body) as object),
    ...Object.fromEntries(forMembers.map((name: string) => [name, null])),
  })
}

/** Everything that is wrong with how these calls answer somebody; nothing may leave them and nothing may change. */
export async function tried(
  client: Client | ((served: Served) => Promise<Client> | Client),
  due: Due,
  {
    among = calls,
    mark = anyMark,
    of,
    but = [],
  }: {
    among?: readonly Served[]
    mark?: RegExp
    of?: ReadonlySet<string>
    but?: readonly string[]
  } = {},
): Promise<string[]> {
  const faults: string[] = []
  let before = await digest.of(mine.id)
  for (let from = 0; from < among.length; from += once) {
    const part = among.slice(from, from + once)
    const who = await Promise.all(
      part.map((served) => (client instanceof Client ? client : client(served))),
    )
    if (!(client instanceof Client)) before = await digest.of(mine.id)
    const answers = await Promise.all(
      part.map((served, at) => fire(who[at]!, shotOf(served, owner))),
    )
    for (const {
      shot: { served },
      status,
      code,
      body: whole,
    } of answers) {
      const body = withoutShared(served, whole)
      const told = due(served)
      if (
        told
          ? status !== told.status || (told.code !== undefined && code !== told.code)
          : status >= 500
      )
        faults.push(
          `${served.endpoint}: ${status} ${code}${told ? `, not ${told.status} ${told.code ?? ''}` : ''}`,
        )
      if (body.search(mark) >= 0)
        faults.push(
          `${served.endpoint} tells ${body.slice(Math.max(0, body.search(mark) - 60), body.search(mark) + 20)}`,
        )
    }
    const after = await digest.of(mine.id)
    const changed = differing(before, after).filter(
      (table) => !but.includes(table) && (of?.has(table) ?? true),
    )
    if (changed.length)
      faults.push(
        `${changed.join()} changed by one of ${
          answers
            .filter(({ status, shot }) => status < 300 && !shot.served.endpoint.startsWith('GET'))
            .map(({ shot }) => shot.served.endpoint)
            .join(', ') || 'a refusal'
        }`,
      )
    before = after
  }
  return faults
}

/** Of whoever changes or ends their own session there is another for each call. */
export const eachOwn = (shared: Client, make: () => Promise<Client>) => (served: Served) =>
  isOfTenant(served) || isGuarded(served) || served.access === 'public' ? shared : make()
export const whole = () => newMember(app, mine, every)
