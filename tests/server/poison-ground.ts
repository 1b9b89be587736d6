import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { onFault } from '#server/db/parts.ts'
import { oneFarm } from './ground.ts'

// One row that nothing can be done with, before others in every queue and loop: the others go their
// way, and it is said.
const faults: string[] = []
export const { app, mine } = await oneFarm({ mqtt: { host: '127.0.0.1', port: 0 } })
const owner = new pg.Client({ connectionString: app.owner })
await owner.connect()
onFault((what, error) => faults.push(`${what}: ${(error as Error).message}`))
afterAll(async () => {
  await owner.end()
})

let poisons = 0
/** From now on the database refuses every change of a table's rows for which `when` is true. */
export async function poison(
  table: string,
  when: string,
  timing = 'insert or update',
): Promise<void> {
  const name = `poison_${++poisons}`
  await owner.query(
    `create function ${name}() returns trigger language plpgsql as $$ begin if ${when} then raise exception 'poisoned'; end if; return new; end $$`,
  )
  await owner.query(
    `create trigger ${name} before ${timing} on ${table} for each row execute function ${name}()`,
  )
}
export const within = { timeout: 8000, interval: 50 }
export const told = (what: RegExp) =>
  expect.poll(() => faults.some((line) => what.test(line)), within).toBe(true)
