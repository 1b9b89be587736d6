import { calculationScreen, deviceCalculations } from '#contract/telemetry/calculation.ts'
import { CalculationState } from '#src/features/telemetry/calculation/CalculationCells.tsx'
import { ScreenLink } from '#src/kit/app/ScreenLink.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice, type DeviceRow } from './use-device.ts'

/**
 * Channels of a device that are worked out, under the names that people gave them; nothing where
 * there are none.
 */
export function CalculatedList({ row }: { row: DeviceRow }) {
  const t = useLabels({ module: 'equipment' })
  const { data = [] } = useOfDevice(deviceCalculations, row.id)
  if (data.length === 0) return null
  return (
    <section aria-label={t('equipment:calculation.ofDevice')}>
      <h3>{t('equipment:calculation.ofDevice')}</h3>
      <ul className="calculation-list">
        {data.map(({ id, name, formula, state, problem }) => (
          <li key={id}>
            <ScreenLink
              screen={calculationScreen}
              to={`${calculationScreen.route}?open=show&id=${id}`}
            >
              {name}
            </ScreenLink>
            <span className="calculation-code">{formula}</span>
            <CalculationState state={state} problem={problem} />
          </li>
        ))}
      </ul>
    </section>
  )
}
