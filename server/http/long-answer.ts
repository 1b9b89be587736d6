import { setImmediate } from 'node:timers/promises'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { inSlices } from '#server/db/spending.ts'

/** From so many rows on an answer is made in slices. */
const manyRows = 100
const rowsPerPiece = 100

interface Long {
  rows: unknown[]
  around: Record<string, unknown> | null
}
/** The rows of a page or a list that is long, and what stands around them. */
function longOf(value: unknown): Long | null {
  if (Array.isArray(value)) return value.length > manyRows ? { rows: value, around: null } : null
  const { content, ...around } = (value ?? {}) as { content?: unknown }
  return Array.isArray(content) && content.length > manyRows ? { rows: content, around } : null
}
function schemaOfRow(schema: z.ZodType, isPage: boolean): z.ZodType | null {
  const list = isPage
    ? schema instanceof z.ZodObject
      ? (schema.shape as Record<string, unknown>).content
      : null
    : schema
  return list instanceof z.ZodArray ? (list.element as z.ZodType) : null
}

/**
 * A long answer as what the contract promises of it, made piece by piece so that nobody waits for
 * the whole; null for any
 * other. `sign` is asked of the text of each piece.
 */
export async function longAnswer(
  schema: z.ZodType | null,
  value: unknown,
  sign: (text: string) => string,
): Promise<Buffer[] | null> {
  const long = longOf(value)
  const row = long && schema && schemaOfRow(schema, long.around !== null)
  if (!long || (schema && !row)) return null
  const rows = row ? await inSlices(long.rows, (one) => row.parse(one)) : long.rows
  const texts = await inSlices(rows, (one) => JSON.stringify(one))
  const pieces = Array.from({ length: Math.ceil(texts.length / rowsPerPiece) }, (_, at) =>
    texts.slice(at * rowsPerPiece, (at + 1) * rowsPerPiece).join(','),
  )
  const bodies = await inSlices(pieces, (piece) => [Buffer.from(','), Buffer.from(sign(piece))])
  const [head, foot] = long.around
    ? ['{"content":[', `],${JSON.stringify(around(schema, long.around)).slice(1)}`]
    : ['[', ']']
  return [Buffer.from(head), ...bodies.flat().slice(1), Buffer.from(sign(foot))]
}
function around(schema: z.ZodType | null, value: Record<string, unknown>): Record<string, unknown> {
  const { content: _rows, ...rest } = (
    schema ? schema.parse({ ...value, content: [] }) : value
  ) as Record<string, unknown>
  return rest
}

/** Sends pieces one after the other, others being answered between them. */
export const streamOf = (pieces: readonly Buffer[]): Readable =>
  Readable.from(
    (async function* () {
      for (const piece of pieces) {
        yield piece
        await setImmediate()
      }
    })(),
    { objectMode: false },
  )
