import type { App } from '#server/app.ts'
import type { Client } from '#server/demo/client.ts'
import { Person } from './stock-person.ts'
import { World } from './stock-world.ts'

interface ModelResult {
  /** Calls that wrote or were refused. */
  commands: number
  refused: Readonly<Record<string, number>>
  /** What broke a law, in words, with what was done before; none is how it should be. */
  violations: string[]
}
interface Options {
  app: App
  /** A new tenant each time. */
  newTenant(): Promise<{ id: number; admin: Client }>
  commands: number
  seed: number
}

/**
 * Some tenants have one person: what they do and what comes of it is the same for one seed, each
 * time. The others have
 * several at once. In every second one, receipts, issues and counts have to be approved.
 */
const worlds = [
  { people: 1, isAsking: false },
  { people: 1, isAsking: true },
  { people: 3, isAsking: false },
  { people: 3, isAsking: true },
]
const checks = 4

/**
 * Random commands in several tenants side by side; each is checked several times, and once more
 * when all is voided.
 */
export async function runModel({ app, newTenant, commands, seed }: Options): Promise<ModelResult> {
  const all: World[] = []
  for (const [i, kind] of worlds.entries()) {
    const world = new World({
      ...kind,
      app,
      tenant: await newTenant(),
      name: `seed ${seed}, tenant ${i + 1}, ${kind.people} at work`,
    })
    await world.open()
    all.push(world)
  }
  const isSound = () => all.every(({ violations }) => violations.length === 0)
  await Promise.all(
    all.map(async (world, i) => {
      const people = Array.from(
        { length: world.options.people },
        (_, n) => new Person(world, seed * 101 + i * 11 + n),
      )
      for (let check = 1; check <= checks && isSound(); check++) {
        const until = (commands / worlds.length) * (check / checks)
        await Promise.all(
          people.map(async (person) => {
            while (world.commands < until && isSound()) await person.step()
          }),
        )
        await world.check()
      }
      if (isSound()) await world.end()
    }),
  )
  const refused: Record<string, number> = {}
  for (const world of all)
    for (const [code, count] of Object.entries(world.refused))
      refused[code] = (refused[code] ?? 0) + count
  return {
    commands: all.reduce((sum, world) => sum + world.commands, 0),
    refused,
    violations: all.flatMap(({ violations }) => violations),
  }
}
