import { Link } from 'react-router'
import { simCard, simScreen, simSummary } from '#contract/connectivity/sim.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './sim.css'

/** How many cards there are, and how many need somebody: each leads to them. */
export default function SimSummary() {
  const t = useLabels(simCard)
  const { data } = useCall(simSummary, {}, { staleTime: 15_000 })
  if (!data) return null
  return (
    <p className="sim-summary" role="status">
      <span>{t('equipment:sim.summary', { total: data.total, bound: data.bound })}</span>
      {Object.entries(data.warnings).map(([warning, count]) => (
        <Link key={warning} className="kit-link" to={`${simScreen.route}?warning=${warning}`}>
          {optionLabel(t, simCard, 'warning', warning)} {count}
        </Link>
      ))}
    </p>
  )
}
