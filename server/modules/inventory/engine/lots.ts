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
}
interface Known {
  skuId: number
  skuName: string
  lot: string
  expiresOn: string | null
  germination: number | null
}
const keyOf = (skuId: number, lot: string) => `${skuId}/${lot.toLowerCase()}`
const contradiction = (code: string, params: Record<string, string | number>) =>
  new HttpError(409, code, { params, fields: { goods: { code, params } } })
/**
 * Errors: 409 where a line says another last day of a lot, or that another part of its seeds come up.
 */
function requireSame(known: Known, { expiresOn: day, germination: percent = null }: Lot): void {
  const { skuName: name, lot, expiresOn, germination } = known
  if (day && expiresOn && day !== expiresOn)
    throw contradiction('stock.lot_expiry', { name, lot, date: expiresOn, given: day })
  if (percent !== null && germination !== null && percent !== germination)
    throw contradiction('stock.lot_germination', {
      name,
      lot,
      percent: germination,
      given: percent,
    })
}

/**
 * Lines with their lots as they are known: spelt as they came first, and with the last day that
 * they have.
 * Errors: 409 `stock.lot_expiry`, `stock.lot_germination` at `goods` where a line says otherwise.
 */
export async function knownLots<L extends Lot>(tx: Tx, lines: readonly L[]): Promise<L[]> {
  const named = lines.filter(({ lot }) => lot)
  if (named.length === 0) return [...lines]
  const found = await rows<Known>(
    tx,
    sql`${prepared}select o.sku_id, s.name as sku_name, o.lot, o.expires_on, o.germination
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
    return { ...line, lot: one.lot, expiresOn: one.expiresOn ?? line.expiresOn }
  })
}

/**
 * Keeps the lots of what comes; a last day and a germination that nobody knew are taken over.
 * Errors: 409 `stock.lot_expiry`, `stock.lot_germination` for others.
 */
export async function keepLots(tx: Tx, moves: readonly Move[], by: number | null): Promise<void> {
  const named = moves.filter(({ lot }) => lot !== '')
  if (named.length === 0) return
  const given = sql`jsonb_to_recordset(${JSON.stringify(
    named.map(({ skuId, lot, expiresOn, germination }) => ({
      sku_id: skuId,
      lot,
      expires_on: expiresOn,
      germination,
    })),
  )}::jsonb) as m(sku_id bigint, lot text, expires_on date, germination int)`
  // In one order, so that two receipts of the same lots wait for each other once.
  await sql`${prepared}insert into stock_lot as o (sku_id, lot, expires_on, germination, created_by,
    last_updated_by)
    select distinct on (m.sku_id, lower(m.lot)) m.sku_id, m.lot, m.expires_on, m.germination, ${by}::bigint,
    ${by}::bigint from ${given} order by m.sku_id, lower(m.lot), m.expires_on
    on conflict (tenant_id, sku_id, lower(lot)) do update
    set expires_on = coalesce(o.expires_on, excluded.expires_on),
      germination = coalesce(o.germination, excluded.germination), last_update_date = now(), last_updated_by = ${by}
      where (o.expires_on is null and excluded.expires_on is not null)
      or (o.germination is null and excluded.germination is not null)`.execute(tx)
  const other = await row<Known & { givenDay: string | null; givenPercent: number | null }>(
    tx,
    sql`${prepared}select o.sku_id, s.name as sku_name, o.lot, o.expires_on, o.germination,
      m.expires_on as given_day, m.germination as given_percent
    from ${given} join stock_lot o on o.sku_id = m.sku_id and lower(o.lot) = lower(m.lot)
    join sku_view s on s.id = o.sku_id
    where o.expires_on <> m.expires_on or o.germination <> m.germination limit 1`,
  )
  if (other)
    requireSame(other, {
      skuId: other.skuId,
      expiresOn: other.givenDay,
      germination: other.givenPercent,
    })
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
