import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { runModel } from '#scripts/bench/stock-model.ts'
import { newTenant, startApp } from './harness.ts'

const seed = Number(process.env.SEED ?? 20)
const commands = Number(process.env.COMMANDS ?? 4_000)

// With what is voided in the end they are some 5,000; `npm run soak` does it a million times.
// SEED=… tries another seed.
test(
  `random commands, several at once and some twice, break no law (SEED=${seed})`,
  { timeout: 2_400_000 },
  async () => {
    const app = await startApp({ poolSize: 10, callLimit: 100_000_000 })
    // On a busy machine it goes on for longer than a token does.
    const newStore = async () => {
      const tenant = await newTenant(app)
      await app.db.platform((tx) =>
        sql`update session set access_expires_at = refresh_expires_at
          where tenant_id = ${tenant.id}`.execute(tx),
      )
      return tenant
    }
    try {
      const {
        commands: done,
        refused,
        violations,
      } = await runModel({ app, newTenant: newStore, commands, seed })
      expect(violations).toEqual([])
      expect(done).toBeGreaterThan(commands)
      // It went where it hurts.
      expect(Object.keys(refused)).toEqual(
        expect.arrayContaining([
          'stock.short',
          'stock.remaining',
          'document.followed',
          'error.state',
          'error.idempotency.running',
        ]),
      )
    } finally {
      await app.end()
    }
  },
)
