import { sql } from 'kysely'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Move } from './move.ts'

interface Lot {
  skuId: number
  lot?: string | null
  expiresOn?: string | null
}
interface Known {
  skuId: number
  skuName: string
  lot: string
  expiresOn: string | null
}
const keyOf = (skuId: number, lot: string) => `${skuId}/${lot.toLowerCase()}`
const contradiction = ({ skuName, lot, expiresOn }: Known, given: string) => {
  const params = { name: skuName, lot, date: expiresOn!, given }
  return new HttpError(409, 'stock.lot_expiry', {
    params,
    fields: { goods: { code: 'stock.lot_expiry', params } },
  })
}

/**
 * Lines with their lots as they are known: spelt as they came first, and with the last day that
 * they have.
 * Errors: 409 `stock.lot_expiry` at `goods` where a line says another day.
 */
export async function knownLots<L extends Lot>(tx: Tx, lines: readonly L[]): Promise<L[]> {
  const named = lines.filter(({ lot }) => lot)
  if (named.length === 0) return [...lines]
  const found = await rows<Known>(
    tx,
    sql`${prepared}select o.sku_id, s.name as sku_name, o.lot, o.expires_on from stock_lot o
      join sku_view s on s.id = o.sku_id
    where o.sku_id = any(${[...new Set(named.map(({ skuId }) => skuId))]}::bigint[])
    and lower(o.lot) = any(${[...new Set(named.map(({ lot }) => lot!.toLowerCase()))]}::text[])`,
  )
  const known = new Map(found.map((one) => [keyOf(one.skuId, one.lot), one]))
  return lines.map((line) => {
    const one = line.lot ? known.get(keyOf(line.skuId, line.lot)) : undefined
    if (!one) return line
    if (line.expiresOn && one.expiresOn && line.expiresOn !== one.expiresOn)
      throw contradiction(one, line.expiresOn)
    return { ...line, lot: one.lot, expiresOn: one.expiresOn ?? line.expiresOn }
  })
}

/**
 * Keeps the lots of what comes; a last day that nobody knew is taken over. Errors: 409
 * `stock.lot_expiry` for another one.
 */
export async function keepLots(tx: Tx, moves: readonly Move[], by: number | null): Promise<void> {
  const named = moves.filter(({ lot }) => lot !== '')
  if (named.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(named.map(({ skuId, lot, expiresOn }) => ({ sku_id: skuId, lot, expires_on: expiresOn })))}::jsonb) as m(sku_id bigint, lot text, expires_on date)`
  // In one order, so that two receipts of the same lots wait for each other once.
  await sql`${prepared}insert into stock_lot as o (sku_id, lot, expires_on, created_by, last_updated_by)
    select distinct on (m.sku_id, lower(m.lot)) m.sku_id, m.lot, m.expires_on, ${by}::bigint,
    ${by}::bigint from ${given} order by m.sku_id, lower(m.lot), m.expires_on
    on conflict (tenant_id, sku_id, lower(lot)) do update
    set expires_on = excluded.expires_on, last_update_date = now(), last_updated_by = ${by}
      where o.expires_on is null and excluded.expires_on is not null`.execute(tx)
  const other = await row<Known & { given: string }>(
    tx,
    sql`${prepared}select o.sku_id, s.name as sku_name, o.lot, o.expires_on, m.expires_on as given
    from ${given} join stock_lot o on o.sku_id = m.sku_id and lower(o.lot) = lower(m.lot)
    join sku_view s on s.id = o.sku_id where o.expires_on <> m.expires_on limit 1`,
  )
  if (other) throw contradiction(other, other.given)
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
