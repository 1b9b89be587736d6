import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */'
/**
 * Put at the head of a statement, it has each connection parse and plan it once instead of every time, which takes longer
 * than finding a few rows. For statements that reach their rows by keys: the plan is made without regard to the values. None
 * of them selects `*`, so that a new column does not break a plan that is in use.
 */
export const prepared = sql.raw(`${mark} `)

const names = new Map<string, string>()
function nameOf(text: string): string {
  let name = names.get(text)
  if (!name) names.set(text, (name = createHash('sha1').update(text).digest('base64url')))
  return name
}

/** A connection that prepares what is marked so. */
export class PreparingClient extends pg.Client {
  // pg's own overloads say which arguments there are.
  override query(...given: unknown[]): never {
    const [text, values] = given
    const query = super.query as unknown as (...all: unknown[]) => never
    return typeof text === 'string' && text.startsWith(mark) ? query.call(this, { name: nameOf(text), text, values }) : query.apply(this, given)
  }
}
