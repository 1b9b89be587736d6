import { sql } from 'kysely'
import type { AskedQuestion } from '#contract/inventory/document-calls.ts'
import {
  documentKinds,
  purposes,
  type DocumentKind,
  type DocumentQuestion,
} from '#contract/inventory/document-kinds.ts'
import { rows, type Sql, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { prepared } from '#server/db/prepared.ts'
import { receives, ships } from './document-purposes.ts'

interface Head {
  id: number
  kind: DocumentKind
  purpose: string | null
  landId: number | null
  /** A blind count that is posted at once: its differences have been shown to nobody. */
  isUnseen: boolean
}

/** Lines whose last day is over on the day of the document. */
const expired = ({ id }: Head): Sql => sql`
  select s.name, nullif(l.lot, '') as lot, coalesce(o.expires_on, l.expires_on) as date
  from stock_document_line l join stock_document d on d.tenant_id = l.tenant_id
  and d.id = l.document_id join sku_view s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    left join stock_lot o on o.tenant_id = l.tenant_id and o.sku_id = l.sku_id and lower(o.lot) = lower(l.lot)
  where l.document_id = ${id} and coalesce(o.expires_on, l.expires_on) < d.occurred_on order by l.position`

/**
 * What was used on the plot so shortly before that nothing of it may be harvested yet; where no
 * plot is named, on any.
 */
const early = ({ id, landId }: Head): Sql => sql`
  select s.name, nullif(l.lot, '') as lot, max(u.occurred_on + i.days) as date,
    coalesce(max(a.land_name), '–') as land
  from stock_document d join stock_document u on u.tenant_id = d.tenant_id
  and u.kind in (${documentKinds.inputShipment}, ${documentKinds.shipment}) and u.audit_status = 2 and u.purpose = ${purposes.use}
  and u.land_id ${landId === null ? sql`is not null` : sql`= ${landId}`}
    left join land a on a.tenant_id = u.tenant_id and a.id = u.land_id
    join stock_document_line l on l.tenant_id = u.tenant_id and l.document_id = u.id
    join sku_view s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    cross join lateral (select furrow_safety_interval(s.product_id, u.land_id, u.occurred_on, null) as days) i
  where d.id = ${id} and u.occurred_on <= d.occurred_on
  and u.occurred_on + i.days > d.occurred_on
  group by s.name, l.lot, u.land_id order by 3 desc`

/** What a count found otherwise than the books say. */
const differing = ({ id }: Head): Sql => sql`
  select s.name, nullif(l.lot, '') as lot, null as date, l.counted, l.booked
  from stock_document_line l join sku_view s on s.tenant_id = l.tenant_id and s.id = l.sku_id
  where l.document_id = ${id} and l.counted <> l.booked order by l.position`

/**
 * Goods of which it takes more than begun tasks leave; what has ended and what has not, each by
 * itself.
 */
const reserved = ({ id }: Head): Sql => sql`
  select s.name, null as lot, null as date, r.reserved, r.quantity - r.reserved as free
  from (select d.warehouse_id, l.sku_id, furrow_has_ended(o.expires_on) as is_over, sum(l.quantity) as quantity
      from stock_document_line l join stock_document d on d.tenant_id = l.tenant_id and d.id = l.document_id
      left join stock_lot o on o.tenant_id = l.tenant_id and o.sku_id = l.sku_id and lower(o.lot) = lower(l.lot)
      where l.document_id = ${id} group by 1, 2, 3) t
    join sku_view s on s.id = t.sku_id
    cross join lateral (select sum(b.quantity) as quantity, sum(r.quantity) as reserved from stock_balance b
      left join furrow_reserved(t.warehouse_id, t.sku_id) r on r.lot = b.lot
      left join stock_lot o on o.tenant_id = b.tenant_id and o.sku_id = b.sku_id and lower(o.lot) = lower(b.lot)
      where b.warehouse_id = t.warehouse_id and b.sku_id = t.sku_id
        and furrow_has_ended(o.expires_on) = t.is_over) r
  where r.reserved > 0 and t.quantity > r.quantity - r.reserved order by s.name`

// What is moved, scrapped, given back or counted may be past its day; what is taken in to be used,
// or used, should not be.
const asksOfExpiry = ({ kind, purpose }: Head) =>
  (receives(kind) && purpose !== purposes.transfer) ||
  (ships(kind) &&
    (purpose === purposes.use || purpose === purposes.sale || purpose === purposes.replacement))

/**
 * Whether somebody means what they hand in. Answers the questions that they have said yes to and
 * that are really asked.
 * Errors: 409 `document.confirm` with every question that is open, and its lines.
 */
export async function requireMeant(
  tx: Tx,
  head: Head,
  accepted: readonly DocumentQuestion[],
): Promise<DocumentQuestion[]> {
  const lines = (found: Sql) => rows<AskedQuestion['lines'][number]>(tx, sql`${prepared}${found}`)
  const asked: AskedQuestion[] = [
    { code: 'expired' as const, lines: asksOfExpiry(head) ? await lines(expired(head)) : [] },
    {
      code: head.landId === null ? ('plot' as const) : ('harvest' as const),
      lines: head.purpose === purposes.produce ? await lines(early(head)) : [],
    },
    { code: 'reserved' as const, lines: ships(head.kind) ? await lines(reserved(head)) : [] },
    { code: 'differences' as const, lines: head.isUnseen ? await lines(differing(head)) : [] },
  ].filter((question) => question.lines.length > 0)
  const open = asked.filter(({ code }) => !accepted.includes(code))
  if (open.length > 0)
    throw new HttpError(409, 'document.confirm', {
      params: {
        names: open
          .flatMap((question) =>
            question.lines.map(({ name, lot }) => (lot ? `${name} ${lot}` : name)),
          )
          .slice(0, 3)
          .join(', '),
      },
      extra: { questions: open },
    })
  return asked.map(({ code }) => code)
}

/** Writes down that goods past their day were used: whoever reported them has said that it is so. */
export const noteExpired = (tx: Tx, head: Head) =>
  sql`${prepared}update stock_document set accepted = array['expired'] where id = ${head.id}
    and exists (${expired(head)})`.execute(tx)
