import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { payer, type Payer } from './spending.ts'

const mark = '/* prepared */'
/**
 * Put at the head of a statement, it has each connection parse and plan it once instead of every
 * time, which takes longer
 * than finding a few rows. For statements that reach their rows by keys: the plan is made without
 * regard to the values. None
 * of them selects `*`, so that a new column does not break a plan that is in use.
 */
export const prepared = sql.raw(`${mark} `)

const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
  return name
}

/** So much of an answer comes at a time where there is more of it. */
const fullChunk = 64 * 1024

/**
 * A connection that prepares what is marked so, and reads long answers in slices, on the account of
 * whoever asked.
 */
export class PreparingClient extends pg.Client {
  #payer: Payer | undefined
  #isWatched = false
  // pg's own overloads say which arguments there are.
  override query(...given: unknown[]): never {
    this.#payer = payer()
    if (!this.#isWatched)
      this.#watch((this as unknown as { connection: { stream: Socket } }).connection.stream)
    const [text, values] = given
    const query = super.query as unknown as (...all: unknown[]) => never
    return typeof text === 'string' && text.startsWith(mark)
      ? query.call(this, { name: nameOf(text), text, values })
      : query.apply(this, given)
  }

  /** Measures what lies between: pg's own listener takes the answer apart. */
  #watch(stream: Socket): void {
    this.#isWatched = true
    let began = 0
    stream.prependListener('data', () => (began = performance.now()))
    stream.on('data', ({ length }: Buffer) => {
      this.#payer?.add(performance.now() - began)
      if (length < fullChunk) return
      stream.pause()
      setImmediate(() => stream.resume())
    })
  }
}
