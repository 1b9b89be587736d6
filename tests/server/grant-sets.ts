import { appendFileSync, mkdirSync } from 'node:fs'
import {
  type Limit,
  beside,
  beyond,
  power,
  reached,
  standing,
  structure,
  world,
} from './grant-search.ts'

const singles = power.map((code) => [code])
const pairs = power.flatMap((one, i) => power.slice(i + 1).map((other) => [one, other]))
/** `npm run bench:grant`: every pair, whoever tries; else every pair of fifteen, for who sees all. */
export const isWhole = Boolean(process.env.FURROW_GRANT)

/** Sets of codes from which somebody tries to come by more. */
export function setsOf(limit: Limit): string[][] {
  const tried = isWhole ? pairs : limit === 'whole' ? pairs.filter((_, i) => i % 15 === 0) : []
  const most = limit === 'whole' ? power : [...power, ...beside]
  return [...singles, ...tried, [...most]]
}

/** `GRANT_PART=2/8`: the second of eight, each about as long as another. */
export function partOf<T>(all: readonly T[], part = process.env.GRANT_PART): T[] {
  if (!part) return [...all]
  const [, at, of] = /^([1-9]\d*)\/([1-9]\d*)$/.exec(part) ?? []
  if (!at || !of || Number(at) > Number(of)) throw new Error(`GRANT_PART=${part}: as in 2/8`)
  return all.filter((_, i) => i % Number(of) === Number(at) - 1)
}

const journal = 'test-results/grant.txt'
/** Where it has come to and what it found, as it goes: it may be ended at any moment. */
function say(line: string): void {
  if (!isWhole) return
  mkdirSync('test-results', { recursive: true })
  appendFileSync(journal, `${line}\n`)
  console.log(line)
}

type Place = Awaited<ReturnType<typeof world>>
/** What a search finds that should not be: codes and bases reached, and what others gained or lost. */
async function faultsIn(place: Place, limit: Limit): Promise<string[]> {
  const before = await standing(place)
  const after = await reached(place)
  const held = new Set([...before.get(place.attacker.accountId)!].map((one) => one.split(' ')[0]))
  const seen = new Set(['base 0', ...(limit === 'whole' ? ['base 1'] : [])])
  return [
    ...new Set([
      ...[...after].filter((one) =>
        one.startsWith('base ') ? !seen.has(one) : !held.has(one) && !beside.includes(one),
      ),
      ...beyond(place.attacker.accountId, before, await standing(place)),
    ]),
  ]
}

/** Tries each set in a world of its own; that of the next one is made meanwhile. */
export async function walk(limit: Limit, sets: readonly string[][]): Promise<unknown[]> {
  const outcomes: unknown[] = []
  const more = limit === 'whole' ? [] : structure
  const worldOf = (codes: readonly string[] | undefined) =>
    codes && world([...codes, ...more], limit)
  const began = performance.now()
  let next = worldOf(sets[0])
  for (const [at, codes] of sets.entries()) {
    const place = await next!
    next = worldOf(sets[at + 1])
    // Taken when it is its turn: until then its failure is nobody's to hear.
    next?.catch(() => undefined)
    const faults = await faultsIn(place, limit)
    if (faults.length > 0) outcomes.push([limit, [...codes, ...more], faults.slice(0, 10)])
    const seconds = (performance.now() - began) / 1000
    const left = (seconds / (at + 1)) * (sets.length - at - 1)
    say(
      `${limit} ${at + 1}/${sets.length}, ${Math.ceil(left / 60)} min left: ${codes.join(' + ')}${faults.length > 0 ? ` REACHES ${faults.slice(0, 10).join(', ')}` : ''}`,
    )
  }
  return outcomes
}
