import { sql } from 'kysely'
import { controlRun, stopRun, type RunStep, type Seen } from '#contract/automation/control-run.ts'
import { deviceGroup, groupDevices } from '#contract/automation/device-group.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { breakOff } from '#server/modules/automation/engine/advance.ts'
import { crud, demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { controlsAll, maySee } from '#server/modules/equipment/device-access.ts'

const controlsThese = async (tx: Tx, codes: ReadonlySet<string>, ids: readonly number[]) =>
  controlsAll(
    codes,
    (
      await rows<{ deviceType: string }>(
        tx,
        sql`select distinct device_type from device where id = any(${[...ids]}::bigint[])`,
      )
    ).map(({ deviceType }) => deviceType),
  )
/**
 * What rules are sorted by, devices that are controlled together, and the log of what rules did.
 */
export function controlRuns(app: Services): void {
  crud(app, deviceGroup, {
    // Rules move whatever is in a group by then: whoever puts a device in may move it themselves.
    prepare: async (values, before, { tx }, { codes }) => {
      await controlsThese(
        tx,
        codes,
        ((values.deviceIds as number[] | undefined) ?? []).filter(
          (id) => !((before?.deviceIds as number[] | undefined) ?? []).includes(id),
        ),
      )
      return values
    },
    restored: (_id, { device_ids: ids }, { tx }, { codes }) =>
      controlsThese(tx, codes, (ids as number[] | null) ?? []),
  })
  crud(app, controlRun, {
    // A value that a rule met is for whoever may see devices of that type.
    told: (run, codes) => ({
      ...run,
      seen:
        (run.seen as Seen[] | null)?.map((one) =>
          one.deviceType && maySee(codes, one.deviceType)
            ? one
            : { ...one, present: null, at: null },
        ) ?? null,
    }),
  })
  serve(app, groupDevices, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const { deviceIds } = (await demand(tx, deviceGroup, id, 'show')) as unknown as {
        deviceIds: number[]
      }
      const found = await rows<{ id: number; name: string; deviceType: string; online: 0 | 1 }>(
        tx,
        sql`select id, name, device_type, online from device where id = any(${deviceIds}::bigint[])
          order by name collate "zh-x-icu", id`,
      )
      return found.filter(({ deviceType }) => maySee(codes, deviceType))
    }),
  )
  serve(app, stopRun, ({ id }, { write, tenant }) =>
    write(async ({ tx, audit }) => {
      await sql`select 1 from control_run where id = ${id} for update`.execute(tx)
      const run = await demand(tx, controlRun, id, 'stop')
      await breakOff(
        tx,
        tenant,
        { id, ruleId: Number(run.ruleId), steps: run.steps as RunStep[] },
        'stopped',
      )
      await audit({
        entity: controlRun.name,
        recordId: id,
        title: String(run.ruleName),
        action: 'stop',
        after: { state: 'interrupted' },
      })
    }),
  )
}
