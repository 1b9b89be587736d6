import { Store } from '#tests/server/stock.ts'
import { ground } from './stock-ground.ts'
import { fault, killAt, target } from './stock-kill-loop.ts'

// npm run bench:stock-kill [-- <kills>]: kill -9 of a server between any two statements of an approval or a voiding.
const kills = Number(process.argv[2] ?? 200)
const place = await ground()
try {
  const store = new Store(place.app, { id: place.tenant.id, admin: place.admin })
  let died = 0
  let survived = 0
  const faults: string[] = []
  // Each call has about thirty statements; beyond its last one, the next kill begins at the first again.
  for (let turn = 0, nth = 1; died < kills && faults.length === 0; turn++, nth++) {
    const one = await target(store, turn)
    const isDead = await killAt(nth, one, place)
    if (isDead) died++
    else {
      survived++
      nth = 0
    }
    const found = await fault(store, one)
    if (found) faults.push(found)
    if (died % 20 === 0 && isDead) console.error(`${died} kills, ${faults.length} faults`)
  }
  console.log(`${died} kills, ${survived} calls that ended before theirs, ${faults.length} faults`)
  for (const one of faults) console.log(one)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await place.end()
}
