import { sql } from 'kysely'
import {
  inventoryOption,
  saveInventoryOption,
  type InventoryOption,
} from '#contract/inventory/option.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { invalidFields, HttpError } from '#server/db/http-error.ts'
import { realNameOf } from '#server/db/people.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const usual: InventoryOption = {
  overPercent: 0,
  expiryWarningDays: 30,
  defaultWarehouseId: null,
  defaultWarehouseIdName: null,
  defaultWarehouseOpen: false,
  stocktakePosting: 'approval',
  objectVersionNumber: 0,
}
const read = async (tx: Tx) =>
  (await row<InventoryOption>(
    tx,
    sql`select o.over_percent, o.expiry_warning_days, o.default_warehouse_id,
      w.name as default_warehouse_id_name, coalesce(w.enabled_flag = 1, false) as default_warehouse_open, o.stocktake_posting, o.object_version_number
  from inventory_option o left join warehouse w on w.tenant_id = o.tenant_id and w.id = o.default_warehouse_id`,
  )) ?? usual

async function stale(tx: Tx): Promise<HttpError> {
  const by = await row<{ lastUpdatedBy: number | null }>(
    tx,
    sql`select last_updated_by from inventory_option`,
  )
  return new HttpError(409, 'error.optimistic_lock', {
    extra: { current: await read(tx), changedBy: await realNameOf(tx, by?.lastUpdatedBy ?? null) },
  })
}

/**
 * The tenant's choices of how its inventory works: one row, made when somebody first changes it.
 */
export function serveOption(app: Services): void {
  serve(app, inventoryOption, (_input, context) => context.read(read))
  serve(app, saveInventoryOption, async ({ objectVersionNumber, ...values }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      const { overPercent, expiryWarningDays, defaultWarehouseId, stocktakePosting } = values
      const chosen = defaultWarehouseId
        ? await row<{ isOpen: boolean }>(
            tx,
            sql`select enabled_flag = 1 as is_open from warehouse where id = ${defaultWarehouseId}`,
          )
        : null
      if (defaultWarehouseId && !chosen)
        throw invalidFields({ defaultWarehouseId: { code: 'field.missing_reference' } })
      // The first to choose waits for nobody; the second finds a row.
      await sql`insert into inventory_option (object_version_number) values (0) on conflict do nothing`.execute(
        tx,
      )
      const before = await read(tx)
      // What was put out of use since keeps nobody from changing the rest.
      if (chosen && !chosen.isOpen && before.defaultWarehouseId !== defaultWarehouseId)
        throw invalidFields({ defaultWarehouseId: { code: 'option.warehouse_disabled' } })
      const saved = await changed(
        tx,
        sql`update inventory_option set over_percent = ${overPercent},
          expiry_warning_days = ${expiryWarningDays}, default_warehouse_id = ${defaultWarehouseId},
      stocktake_posting = ${stocktakePosting}, object_version_number = object_version_number + 1,
      last_update_date = now(), last_updated_by = ${actor.accountId}
      where object_version_number = ${objectVersionNumber}`,
      )
      if (saved === 0) throw await stale(tx)
      const after = await read(tx)
      await audit({ entity: 'inventoryOption', title: '', action: 'edit', before, after })
      await announce({ resource: 'inventoryOption', ids: [], kind: 'updated' })
      return after
    }),
  )
}
