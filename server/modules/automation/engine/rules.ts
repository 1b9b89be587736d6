import { sql } from 'kysely'
import type { ActiveSpan } from '#contract/automation/active-hours.ts'
import type { Comparison } from '#contract/automation/comparison.ts'
import type {
  RuleAction,
  RuleCondition,
  RuleTrigger,
  ruleStates,
} from '#contract/automation/control-rule.ts'
import { row, rows, type Database, type Tx } from '#server/db/database.ts'

/** A rule as it is stored. */
export interface Rule {
  id: number
  name: string
  triggers: RuleTrigger[]
  conditions: RuleCondition[]
  actions: RuleAction[]
  activeHours: ActiveSpan[]
  quietFrom: string | null
  quietTo: string | null
  pauseSeconds: number
  enabledFlag: 0 | 1
  state: keyof typeof ruleStates
  createdBy: number | null
  lastUpdatedBy: number | null
  objectVersionNumber: number
}
const fields = sql`id, name, triggers, conditions, actions, active_hours, quiet_from, quiet_to,
  pause_seconds, enabled_flag, state, created_by, last_updated_by, object_version_number`

export const cronsOf = ({ triggers }: Pick<Rule, 'triggers'>): string[] =>
  triggers.flatMap(({ kind, cron }) => (kind === 'timer' && cron ? [cron] : []))
export const comparisonOf = ({
  operator,
  value,
  value2,
}: Pick<RuleTrigger, 'operator' | 'value' | 'value2'>): Comparison => ({
  operator: operator!,
  value: value!,
  value2: value2 ?? null,
})
/** A trigger as it reads: whoever changes it begins anew, whoever renames the rule does not. */
export const markOf = ({
  deviceId,
  metric,
  operator,
  value,
  value2,
  seconds,
}: RuleTrigger): string =>
  JSON.stringify([deviceId, metric, operator, value, value2 ?? null, seconds ?? 0])

/**
 * One starts runs of a tenant's rules at a time, on whichever process: what one decides, the next
 * one sees.
 */
export const lockRules = (tx: Tx, tenant: number) =>
  sql`select pg_advisory_xact_lock(hashtext('furrow control rules'), ${tenant}::int)`.execute(tx)
export const ruleById = (tx: Tx, id: number) =>
  row<Rule>(tx, sql`select ${fields} from control_rule where id = ${id}`)
const enabledRules = (tx: Tx) =>
  rows<Rule>(tx, sql`select ${fields} from control_rule where enabled_flag = 1 order by id`)
export const zoneOf = async (tx: Tx, tenant: number) =>
  (await row<{ timeZone: string }>(tx, sql`select time_zone from tenant where id = ${tenant}`))!
    .timeZone

export const rulesChannel = 'furrow_control_rules'
/** Every process reads the tenant's rules anew, when and only when the transaction commits. */
export const rulesChanged = (tx: Tx, tenant: number) =>
  sql`select pg_notify(${rulesChannel}, ${String(tenant)})`.execute(tx)

const heldMs = 10_000
/**
 * The rules that values set off, by what they watch; read anew when one changes, and after a while
 * in any case.
 */
export class WatchedRules {
  readonly #known = new Map<number, { at: number; rules: Promise<Rule[]> }>()
  readonly #db: Database
  constructor(db: Database) {
    this.#db = db
  }
  of(tenant: number): Promise<Rule[]> {
    const known = this.#known.get(tenant)
    if (known && performance.now() - known.at < heldMs) return known.rules
    const read = this.#db
      .read(tenant, enabledRules)
      .then((all) => all.filter(({ triggers }) => triggers.some(({ kind }) => kind === 'device')))
    this.#known.set(tenant, { at: performance.now(), rules: read })
    read.catch(() => this.#known.delete(tenant))
    return read
  }
  forget(tenant: number): void {
    this.#known.delete(tenant)
  }
}
