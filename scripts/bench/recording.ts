import { openDatabase } from '#server/db/database.ts'
import { inform, note, report } from './report.ts'
import { recordedCameras, recordingKills } from './recording-loop.ts'
import { ground } from './stock-ground.ts'

// npm run bench:recording: a day of recording of four cameras in minutes, the process that records
// being killed -9 in the middle, and what is left of it. BENCH_HOURS, BENCH_KILLS, BENCH_SEED.
const hours = Number(process.env.BENCH_HOURS ?? 24)
const kills = Number(process.env.BENCH_KILLS ?? 20)
const seed = Number(process.env.BENCH_SEED ?? Date.now() % 1_000_000)
let state = seed
/** Park and Miller's. */
const random = () => {
  state = (state * 48_271 + 11) % 2_147_483_647
  return state / 2_147_483_647
}
const place = await ground({ isDurable: false })
const db = openDatabase(place.url, { max: 4 })
try {
  const cameras = await recordedCameras(place.admin)
  // Its own recorder leaves them alone.
  await place.app.rest()
  console.error(`seed ${seed}`)
  const found = await recordingKills(
    { db, url: place.url, tenant: place.tenant.id, cameras, work: place.dir },
    { hours, kills, random, say: (line) => console.error(line) },
  )
  inform('hours of four cameras', String(hours))
  inform('kills', String(found.kills))
  inform('pieces written', String(found.pieces))
  inform('whole when killed, noted by the next process', String(found.adopted))
  inform('kept', String(found.kept))
  inform('removed by days and bytes', String(found.removed))
  inform('took', `${found.seconds} s`)
  note('lost of whole pieces', found.lost, 0, '', 0)
  note('kept though due', found.overdue, 0, '', 0)
  note('in the index or on the disk alone', found.astray, 0, '', 0)
  note('not to be read', found.broken, 0, '', 0)
  report(1)
  process.exitCode = found.lost + found.overdue + found.astray + found.broken > 0 ? 1 : 0
} finally {
  await db.close()
  await place.end()
}
