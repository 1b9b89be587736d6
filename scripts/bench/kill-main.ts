import { kill, kinds, type Kind } from './kills.ts'
import { killFirstStarts } from './kill-first-start.ts'
import { ground } from './stock-ground.ts'

// npm run bench:kills [-- <kills> [kind,kind]]: kill -9 at any moment of each kind of work, and a
// look whether anything is half.
const [count = '100', only] = process.argv.slice(2)
const chosen = only?.split(',') ?? [...kinds, 'first-start']
let faults = 0
const told = ({
  kind,
  kills,
  atWork,
  faults: found,
}: {
  kind: string
  kills: number
  atWork: number
  faults: string[]
}) => {
  console.log(
    `${kind.padEnd(12)} ${kills} kills, ${atWork} of them at work, ${found.length} faults`,
  )
  for (const one of found) console.log(`  ${one}`)
  faults += found.length
}
if (chosen.some((kind) => kind !== 'first-start')) {
  const place = await ground()
  try {
    for (const kind of chosen)
      if (kinds.includes(kind as Kind)) told(await kill(kind as Kind, Number(count), place))
  } finally {
    await place.end()
  }
}
if (chosen.includes('first-start')) told(await killFirstStarts(Number(count)))
process.exitCode = faults > 0 ? 1 : 0
