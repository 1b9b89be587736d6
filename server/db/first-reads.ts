import { sql } from 'kysely'

/** Finds nothing, but what finds it has to know most tables that people write to at once. */
export const firstReads = sql`select d.*, b.*, s.id, a.id, i.key, g.id, n.last, o.over_percent, p.id
  from stock_document_view d left join stock_balance_view b on b.id = d.id left
  join session s on s.id = d.id left join audit a on a.id = d.id left join idempotency i on i.account_id = d.id
    left join stock_movement_view g on g.id = d.id left join document_number n on n.last = d.id left
    join inventory_option o on true left join approval_setting p on p.process_id = d.id where d.id = 0`
