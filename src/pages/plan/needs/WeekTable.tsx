import type { ReactNode } from 'react'
import type { PlanNeeds } from '#contract/plan/needs-calls.ts'
import { plan } from '#contract/plan/plan.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface WeekTableProps {
  label: string
  /** Its first columns, by their names among the texts of needs; a column for each week follows. */
  heads: readonly string[]
  weeks: PlanNeeds['weeks']
  /** A row for each. */
  children: ReactNode
}
/** What is needed, week by week; moved sideways where it is wider than its place. */
export function WeekTable({ label, heads, weeks, children }: WeekTableProps) {
  const t = useLabels(plan)
  return (
    <div className="plan-wide" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col">
                {t(`plan:needs.${name}`)}
              </th>
            ))}
            {weeks.map(({ from }) => (
              <th key={from} scope="col" className="kit-number">
                {from.slice(5)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}
