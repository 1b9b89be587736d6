type Ask = (tx: never, statement: never) => Promise<unknown>
type Shape = Readonly<Record<string, readonly string[] | null>>

/** Looked at of each answer: enough to meet a null, few enough to cost nothing. */
const lookedAt = 50
/** What was found until now, each once. */
export const mismatches = new Set<string>()
/** Calls whose answer was held against its type. */
export const heldPlaces = new Set<string>()

const kindOf = (value: unknown) => (value === null ? 'null' : typeof value)

/** The same call; what it answers has the columns of its type, each of a kind that the type names. */
export function heldAgainst<A extends Ask>(ask: A, place: string, shape: Shape): A {
  return (async (tx: never, statement: never) => {
    const answer = await ask(tx, statement)
    const all = (Array.isArray(answer) ? answer : answer === null ? [] : [answer]) as Record<
      string,
      unknown
    >[]
    if (all.length > 0) heldPlaces.add(place)
    for (const row of all.slice(0, lookedAt))
      for (const [name, kinds] of Object.entries(shape))
        if (kinds && !kinds.includes(kindOf(row[name])))
          mismatches.add(`${place}: ${name} is ${kindOf(row[name])}, not ${kinds.join(' | ')}`)
    return answer
  }) as A
}
