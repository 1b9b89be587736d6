import { sql } from 'kysely'
import { saveTaskOption, taskOption, type TaskOption } from '#contract/work/task-calls.ts'
import { changed, row, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { realNameOf } from '#server/db/people.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const usual: TaskOption = {
  acceptFlag: 1,
  claimFlag: 1,
  placeFlag: 1,
  dayHours: 8,
  objectVersionNumber: 0,
}
export const optionOf = async (tx: Tx): Promise<TaskOption> =>
  (await row<TaskOption>(
    tx,
    sql`select accept_flag, claim_flag, place_flag, day_hours, object_version_number from work_option`,
  )) ?? usual

/** How the tenant works with tasks: one row, made when somebody first changes it. */
export function serveTaskOption(app: Services): void {
  serve(app, taskOption, (_input, { read }) => read(optionOf))
  serve(app, saveTaskOption, ({ objectVersionNumber, ...values }, { write, actor }) =>
    write(async ({ tx, audit, announce }) => {
      await sql`insert into work_option default values on conflict do nothing`.execute(tx)
      const before = await optionOf(tx)
      const saved = await changed(
        tx,
        sql`update work_option set accept_flag = ${values.acceptFlag}, claim_flag = ${values.claimFlag},
          day_hours = coalesce(${values.dayHours ?? null}::numeric, day_hours),
          place_flag = coalesce(${values.placeFlag ?? null}::smallint, place_flag),
          object_version_number = object_version_number + 1, last_update_date = now(),
          last_updated_by = ${actor.accountId} where object_version_number = ${objectVersionNumber}`,
      )
      if (saved === 0) {
        const by = await row<{ lastUpdatedBy: number | null }>(
          tx,
          sql`select last_updated_by from work_option`,
        )
        throw new HttpError(409, 'error.optimistic_lock', {
          extra: {
            current: before,
            changedBy: await realNameOf(tx, by?.lastUpdatedBy ?? null),
          },
        })
      }
      const after = await optionOf(tx)
      await audit({ entity: 'taskOption', title: '', action: 'edit', before, after })
      await announce({ resource: 'task', ids: [], kind: 'updated' })
      return after
    }),
  )
}
