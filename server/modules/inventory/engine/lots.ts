import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Move } from './move.ts'

interface Lot {
  skuId: number
  lot?: string | null
  expiresOn?: string | null
  germination?: number | null
  testedOn?: string | null
  sampleSize?: number | null
}
/** What a lot is known by, once somebody said it: with the refusal of whoever says otherwise. */
const facts = [
  ['expiresOn', 'stock.lot_expiry', 'date'],
  ['germination', 'stock.lot_germination', 'percent'],
  ['testedOn', 'stock.lot_tested', 'date'],
  ['sampleSize', 'stock.lot_sample', 'count'],
] as const
type Fact = (typeof facts)[number][0]
type Known = { skuId: number; skuName: string; lot: string } & Record<Fact, string | number | null>
const knownFacts = sql`o.expires_on, o.germination, o.tested_on, o.sample_size`
const keyOf = (skuId: number, lot: string) => `${skuId}/${lot.toLowerCase()}`
const contradiction = (code: string, params: Record<string, string | number>) =>
  new HttpError(409, code, { params, fields: { goods: { code, params } } })
/**
 * Errors: 409 where a line says another last day of a lot, or that another part of its seeds come up
 * or was tested otherwise.
 */
function requireSame(known: Known, line: Partial<Lot>): void {
  const { skuName: name, lot } = known
  for (const [fact, code, named] of facts) {
    const [is, given] = [known[fact], line[fact] ?? null]
    if (is !== null && given !== null && given !== '' && given !== is)
      throw contradiction(code, { name, lot, [named]: is, given })
  }
}

/**
 * Lines with their lots as they are known: spelt as they came first, and with the last day that
 * they have.
 * Errors: 409 of `requireSame` at `goods` where a line says otherwise.
 */
export async function knownLots<L extends Lot>(tx: Tx, lines: readonly L[]): Promise<L[]> {
  const named = lines.filter(({ lot }) => lot)
  if (named.length === 0) return [...lines]
  const found = await rows<Known>(
    tx,
    sql`${prepared}select o.sku_id, s.name as sku_name, o.lot, ${knownFacts}
      from stock_lot o
      join sku_view s on s.id = o.sku_id
    where o.sku_id = any(${[...new Set(named.map(({ skuId }) => skuId))]}::bigint[])
    and lower(o.lot) = any(${[...new Set(named.map(({ lot }) => lot!.toLowerCase()))]}::text[])`,
  )
  const known = new Map(found.map((one) => [keyOf(one.skuId, one.lot), one]))
  return lines.map((line) => {
    const one = line.lot ? known.get(keyOf(line.skuId, line.lot)) : undefined
    if (!one) return line
    requireSame(one, line)
    return { ...line, lot: one.lot, expiresOn: (one.expiresOn as string | null) ?? line.expiresOn }
  })
}

/**
 * Keeps the lots of what comes; a last day and a test that nobody knew are taken over.
 * Errors: 409 of `requireSame` for others.
 */
export async function keepLots(tx: Tx, moves: readonly Move[], by: number | null): Promise<void> {
  const named = moves.filter(({ lot }) => lot !== '')
  if (named.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    named.map(({ skuId, lot, expiresOn, germination, testedOn, sampleSize }) => ({
      sku_id: skuId,
      lot,
      expires_on: expiresOn,
      germination,
      tested_on: testedOn,
      sample_size: sampleSize,
    })),
  )}::jsonb) as m(sku_id bigint, lot text, expires_on date, germination int, tested_on date, sample_size int)`
  // In one order, so that two receipts of the same lots wait for each other once.
  await sql`${prepared}insert into stock_lot as o (sku_id, lot, expires_on, germination, tested_on,
    sample_size, created_by, last_updated_by)
    select distinct on (m.sku_id, lower(m.lot)) m.sku_id, m.lot, m.expires_on, m.germination, m.tested_on,
    m.sample_size, ${by}::bigint, ${by}::bigint from ${given} order by m.sku_id, lower(m.lot), m.expires_on
    on conflict (tenant_id, sku_id, lower(lot)) do update
    set expires_on = coalesce(o.expires_on, excluded.expires_on),
      germination = coalesce(o.germination, excluded.germination),
      tested_on = coalesce(o.tested_on, excluded.tested_on),
      sample_size = coalesce(o.sample_size, excluded.sample_size), last_update_date = now(), last_updated_by = ${by}
      where (o.expires_on is null and excluded.expires_on is not null)
      or (o.germination is null and excluded.germination is not null)
      or (o.tested_on is null and excluded.tested_on is not null)
      or (o.sample_size is null and excluded.sample_size is not null)`.execute(tx)
  const other = await row<Known & { given: Partial<Lot> }>(
    tx,
    sql`${prepared}select o.sku_id, s.name as sku_name, o.lot, ${knownFacts},
      jsonb_build_object('expiresOn', m.expires_on, 'germination', m.germination, 'testedOn', m.tested_on,
        'sampleSize', m.sample_size) as given
    from ${given} join stock_lot o on o.sku_id = m.sku_id and lower(o.lot) = lower(m.lot)
    join sku_view s on s.id = o.sku_id
    where o.expires_on <> m.expires_on or o.germination <> m.germination or o.tested_on <> m.tested_on
    or o.sample_size <> m.sample_size limit 1`,
  )
  if (other) requireSame(other, other.given)
}

/**
 * The moves with their lots as they are spelt where they are kept, and their lines with them: two
 * drafts of a lot that nobody knew may have spelt it in two ways. Once the lots of what comes are kept.
 */
export async function asSpelt(tx: Tx, moves: readonly Move[]): Promise<readonly Move[]> {
  const named = moves.filter(({ lot }) => lot !== '')
  if (named.length === 0) return moves
  const respelt = await rows<{ id: number; lot: string }>(
    tx,
    sql`${prepared}update stock_document_line l set lot = o.lot from stock_lot o
    where l.id = any(${named.map(({ lineId }) => lineId)}::bigint[]) and o.tenant_id = l.tenant_id
    and o.sku_id = l.sku_id and lower(o.lot) = lower(l.lot) and o.lot <> l.lot returning l.id, l.lot`,
  )
  if (respelt.length === 0) return moves
  const lots = new Map(respelt.map(({ id, lot }) => [id, lot]))
  return moves.map((move) =>
    lots.has(move.lineId) ? { ...move, lot: lots.get(move.lineId)!, isPlaced: false } : move,
  )
}
