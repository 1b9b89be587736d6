import type { SimStanding } from '#contract/connectivity/sim.ts'

const height = 120

/** A bar per month on the scale of the plan, red where it was used up. MB. */
export function UsageChart({
  months,
  quota,
  label,
}: {
  months: SimStanding['months']
  quota: number
  label: string
}) {
  const most = Math.max(quota, ...months.map(({ usedMb }) => usedMb), 1)
  return (
    <ol className="sim-months" aria-label={label}>
      {months.map(({ month, usedMb }) => (
        <li key={month}>
          <span>{usedMb}</span>
          <i
            className={quota > 0 && usedMb >= quota ? 'sim-over' : undefined}
            style={{ height: Math.max(2, (height * usedMb) / most) }}
          />
          <small>{month}</small>
        </li>
      ))}
    </ol>
  )
}
