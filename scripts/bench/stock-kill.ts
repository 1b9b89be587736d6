import { Store } from '#tests/server/stock.ts'
import { ground } from './stock-ground.ts'
import { fault, killAt, target } from './stock-kill-loop.ts'

// npm run bench:stock-kill [-- <kills>]: kill -9 of a server between any two statements of
// approvals and voidings. Starting a
// server takes longest, so each dies in the middle of several calls, at another statement of each.
const kills = Number(process.argv[2] ?? 200)
const atOnce = 10
const place = await ground()
try {
  const store = new Store(place.app, { id: place.tenant.id, admin: place.admin })
  let [cut, ended, servers, turn, nth] = [0, 0, 0, 0, 0]
  const most = { submit: 0, void: 0 }
  const faults: string[] = []
  while (cut < kills && faults.length === 0) {
    const points = []
    for (let i = 0; i < atOnce; i++, turn++) {
      // Six kinds of calls in turn; after each six, the next statement.
      if (turn % 6 === 0) nth++
      points.push({ nth, target: await target(store, turn) })
    }
    const stopped = await killAt(points, place)
    servers++
    for (const [i, point] of points.entries()) {
      if (stopped[i]) {
        cut++
        most[point.target.action] = Math.max(most[point.target.action], point.nth)
      } else ended++
      const found = await fault(store, point.target)
      if (found) faults.push(found)
    }
    // None of them is that long: from the first statement again.
    if (!stopped.includes(true)) nth = 0
    console.error(`${cut} calls cut short by ${servers} kills, ${faults.length} faults`)
  }
  console.log(
    `${cut} calls cut short by ${servers} kills of a server, before each statement up to ${most.submit} of an approval and ${most.void} of a voiding; ${ended} had ended; ${faults.length} faults`,
  )
  for (const one of faults) console.log(one)
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await place.end()
}
