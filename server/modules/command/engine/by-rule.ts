import { sql } from 'kysely'
import type { CommandState } from '#contract/command/command.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import { order } from './order.ts'
import { ensureSwitches, switchesAt } from './switches.ts'

/**
 * Writes an order of a rule down, tied to its run. What wants the same and is on its way already is
 * followed instead.
 */
export async function orderByRule(
  tx: Tx,
  tenant: number,
  device: number,
  channel: string,
  value: number,
  run: number,
): Promise<{ commandId: number } | { refusal: string }> {
  const known = await row<{ deviceType: string }>(
    tx,
    sql`select device_type from device where id = ${device}`,
  )
  if (!known) return { refusal: 'error.not_found' }
  await ensureSwitches(tx, device, known.deviceType)
  const [target] = await switchesAt(tx, [device], channel)
  if (!target) return { refusal: 'command.no_actuator' }
  // In the log the rule, and whoever set it going by hand.
  const cause = await row<{ name: string }>(
    tx,
    sql`select left(concat_ws(' · ', person_name, rule_name), 40) as name from control_run where id = ${run}`,
  )
  try {
    return {
      commandId: (
        await order(
          tx,
          tenant,
          target,
          { value },
          {
            origin: 'rule',
            accountId: null,
            personName: cause?.name ?? null,
            address: null,
            requestId: `control-run-${run}`,
          },
        )
      ).id,
    }
  } catch (error) {
    if (!(error instanceof HttpError)) throw error
    const same =
      error.code === 'command.pending'
        ? await row<{ id: number }>(
            tx,
            sql`select id from device_command where device_id = ${device} and channel = ${channel}
              and wanted = ${value} and state in ('waiting', 'created', 'sent', 'delivered') order by id desc limit 1`,
          )
        : null
    return same
      ? { commandId: same.id }
      : { refusal: Object.values(error.fields ?? {})[0]?.code ?? error.code }
  }
}
export const outcomesOf = (tx: Tx, commands: readonly number[]) =>
  commands.length === 0
    ? Promise.resolve([])
    : rows<{ id: number; state: CommandState; endedAt: string | null; expiresAt: string }>(
        tx,
        sql`select id, state, ended_at, expires_at from device_command where id = any(${commands}::bigint[])`,
      )
