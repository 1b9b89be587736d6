import { StockModel } from './bench/stock-model.ts'
import { ground } from './bench/stock-ground.ts'

// npm run soak [-- <commands> [<seed>]]: random commands on stock documents against a real database, and the laws that must hold.
const [commands = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const place = await ground()
try {
  const began = performance.now()
  const model = new StockModel({ app: place.app, tenant: { id: place.tenant.id, admin: place.admin }, commands: Number(commands), seed: Number(seed), say: console.error })
  const { commands: run, refused, violations } = await model.run()
  const seconds = (performance.now() - began) / 1000
  console.log(`seed ${seed}: ${run} commands in ${seconds.toFixed(0)} s (${(run / seconds).toFixed(0)} a second), ${violations.length} violations`)
  console.log(Object.entries(refused).map(([code, count]) => `${code} ${count}`).join(', '))
  for (const violation of violations.slice(0, 20)) console.log(violation)
  process.exitCode = violations.length > 0 ? 1 : 0
} finally {
  await place.end()
}
