import { runModel } from './bench/stock-model.ts'
import { clientOf, ground, newTenant } from './bench/stock-ground.ts'

// npm run soak [-- <commands> [<seed>]]: random commands on stock documents against a real
// database, and the laws that must hold.
const [commands = '1000000', seed = process.env.SEED ?? String(Date.now() % 1_000_000)] =
  process.argv.slice(2)
/**
 * What one set of tenants does before all of it is voided and others begin: what is found can be
 * had again by the test, with SEED and COMMANDS.
 */
const round = 8000
const wanted = Number(commands)
const place = await ground({ isDurable: false })
const began = performance.now()
const rate = (done: number) =>
  `${(done / ((performance.now() - began) / 1000)).toFixed(0)} a second`
try {
  const refused: Record<string, number> = {}
  const violations: string[] = []
  let [done, rounds] = [0, 0]
  for (; done < wanted && violations.length === 0; rounds++) {
    const result = await runModel({
      app: place.app,
      commands: Math.min(round, wanted - done),
      seed: Number(seed) + rounds,
      newTenant: async () => {
        const tenant = await newTenant(place.app.db)
        return { id: tenant.id, admin: clientOf(place.app.http, tenant) }
      },
    })
    done += result.commands
    violations.push(...result.violations)
    for (const [code, count] of Object.entries(result.refused))
      refused[code] = (refused[code] ?? 0) + count
    console.error(
      `${done} of ${wanted} commands, ${rate(done)}, seed ${Number(seed) + rounds} done, ${violations.length} violations`,
    )
  }
  console.log(
    `${done} commands from seed ${seed} on in ${((performance.now() - began) / 1000).toFixed(0)} s (${rate(done)}), ${violations.length} violations`,
  )
  console.log(
    `checked ${rounds * 4} tenants, each four times and once more when all was voided: ledger is balance, value is quantity times average, nothing below nothing, quantities as worked out beside,`,
  )
  console.log(
    'nothing lost in transit, no more carried out than there was, each approved line posted once, nothing left and nothing worth anything when all is voided',
  )
  console.log(
    `refused: ${Object.entries(refused)
      .map(([code, count]) => `${code} ${count}`)
      .join(', ')}`,
  )
  for (const violation of violations.slice(0, 20)) console.log(violation)
  process.exitCode = violations.length > 0 ? 1 : 0
} finally {
  await place.end()
}
