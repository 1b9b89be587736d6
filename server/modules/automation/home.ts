import { sql } from 'kysely'
import { controlRule } from '#contract/automation/control-rule.ts'
import { sees } from '#contract/equipment/reach.ts'
import type { WaitingItem } from '#contract/home/home-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { onBase } from '#server/db/placing.ts'
import { timedStrategies } from '#server/modules/command/engine/strategies.ts'
import type { HomeFeed } from '#server/services/home.ts'

type Run = Extract<WaitingItem, { kind: 'run' }>
interface Ahead {
  id: number
  name: string
  at: string
}

/** Rules that a clock sets off within a day; of a base those that name a device of it. */
const timedRules = (tx: Tx, base: number | undefined) =>
  rows<Ahead>(
    tx,
    sql`select t.id, t.name, t.next_run_at as at from control_rule_view t
      where ${sql.join(
        [
          sql`t.next_run_at between now() and now() + interval '1 day'`,
          ...onBase(controlRule, base === undefined ? undefined : String(base)),
        ],
        sql` and `,
      )} order by t.next_run_at, t.id`,
  )
const mayRules = (codes: ReadonlySet<string>) => codes.has(controlRule.permissions.list)

/** What moves by itself within a day, the next first: rules here, strategies that gateways hold. */
export const runFeed: HomeFeed = {
  kind: 'run',
  isFor: (codes) => mayRules(codes) || sees(codes, 'gateway'),
  load: async (tx, { codes, base, most }) => {
    const byRule = mayRules(codes) ? await timedRules(tx, base) : []
    const byGateway = (await timedStrategies(tx, base)).filter(({ deviceType }) =>
      sees(codes, deviceType),
    )
    const items: Run[] = [
      ...byRule.map((one) => ({ ...one, run: { of: 'rule' as const, name: one.name } })),
      ...byGateway.map(({ deviceId, deviceName, deviceType, ...one }) => ({
        ...one,
        run: { of: 'strategy' as const, name: one.name, deviceId, deviceName, deviceType },
      })),
    ].map(({ id, at, run }) => ({ kind: 'run', id, at, urgency: 0, run }))
    return {
      count: items.length,
      items: items.toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? '')).slice(0, most),
    }
  },
}
