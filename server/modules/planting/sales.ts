import { sql } from 'kysely'
import { documentKinds, purposes } from '#contract/inventory/document-kinds.ts'
import { rows } from '#server/db/database.ts'
import { wholeTenant } from '#server/db/scope.ts'
import type { SaleListener } from '#server/services/sale.ts'
import { keepFacts, reverseFacts, type BatchFact } from './engine/facts.ts'

/**
 * What goods of a batch were sold for is its income: those that say so, or whose lot is called
 * after it, as what is picked comes in. What is given back takes it back at the price that it was sold for, and what
 * replaces that brings it again. The seller need not see the batch's base: the figure is the
 * batch's, whoever sells.
 */
export const keepSales: SaleListener = (documentId, what, write, { actor }) =>
  wholeTenant(write.tx, actor.scope, async () => {
    const { tx, announce } = write
    const source = { kind: 'sale' as const, id: documentId }
    const sold = await rows<BatchFact>(
      tx,
      sql`with told as (
          select l.*, d.kind, d.occurred_on, d.partner_id, case d.kind when ${documentKinds.return} then -1 else 1 end as sign,
            case when d.kind = ${documentKinds.shipment} and d.purpose = ${purposes.sale} then l.price
              when d.kind = ${documentKinds.return} and s.kind = ${documentKinds.shipment} and s.purpose = ${purposes.sale}
                then coalesce(o.price, l.price)
              when d.purpose = ${purposes.replacement} and s.kind = ${documentKinds.return} then oo.price end as sold_at,
            -- Once: a line names one batch, its own or that of what it gives back or replaces.
            coalesce(l.batch_id, o.batch_id, oo.batch_id) as grown_in
          from stock_document d join stock_document_line l on l.tenant_id = d.tenant_id and l.document_id = d.id
            left join stock_document s on s.tenant_id = d.tenant_id and s.id = d.source_id
            left join stock_document_line o on o.tenant_id = l.tenant_id and o.id = l.source_line_id
            left join stock_document_line oo on oo.tenant_id = o.tenant_id and oo.id = o.source_line_id
          where d.id = ${documentId})
        select b.id as batch_id, 'income' as kind, left(k.name || coalesce(' · ' || p.name, ''), 60) as title,
          t.sign * t.quantity as quantity, u.name as unit_name, t.sign * round(t.quantity * t.sold_at, 2) as amount, t.occurred_on
        from told t join batch b on b.tenant_id = t.tenant_id
            and case when t.grown_in is not null then b.id = t.grown_in else lower(b.batch_code) = lower(t.lot) end
          join sku_view k on k.tenant_id = t.tenant_id and k.id = t.sku_id
          left join unit u on u.tenant_id = k.tenant_id and u.id = k.unit_id
          left join partner p on p.tenant_id = t.tenant_id and p.id = t.partner_id
        where t.sold_at is not null order by t.position`,
    )
    if (sold.length === 0) return
    if (what === 'posted') await keepFacts(tx, source, sold, actor.accountId)
    else await reverseFacts(tx, source, actor.accountId)
    await announce({
      resource: 'batch',
      ids: [...new Set(sold.map(({ batchId }) => batchId))],
      kind: 'updated',
    })
  })
