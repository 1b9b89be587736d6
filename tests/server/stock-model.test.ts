import { expect, test } from 'vitest'
import { StockModel } from '#scripts/bench/stock-model.ts'
import { newTenant, startApp } from './harness.ts'

// `npm run soak` does it a million times.
test('random commands, several at once and some twice, break no law', { timeout: 120_000 }, async () => {
  const app = await startApp({ poolSize: 10 })
  try {
    const { commands, refused, violations } = await new StockModel({ app, tenant: await newTenant(app), commands: 600, seed: 20 }).run()
    expect(violations).toEqual([])
    expect(commands).toBeGreaterThan(600)
    // It went where it hurts.
    expect(Object.keys(refused)).toEqual(expect.arrayContaining(['stock.short', 'error.state']))
  } finally {
    await app.end()
  }
})
