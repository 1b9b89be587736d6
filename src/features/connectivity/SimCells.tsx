import { Link } from 'react-router'
import { simCard, simScreen } from '#contract/connectivity/sim.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'

type Props = Pick<CellProps, 'row'>
const quiet: readonly string[] = [
  'inStock',
  'testable',
  'activatable',
  'deactivated',
  'numberRetention',
]

/** The card's number, leading to how it stands. */
export function SimLink({ row }: Props) {
  return (
    <Link className="kit-link" to={`${simScreen.route}/info/${row.id}`}>
      {String(row.iccid)}
    </Link>
  )
}
export function SimState({ row }: Props) {
  const t = useLabels(simCard)
  const state = String(row.state)
  return (
    <StatusTag tone={state === 'activated' ? 'good' : quiet.includes(state) ? 'quiet' : 'bad'}>
      {optionLabel(t, simCard, 'state', state)}
    </StatusTag>
  )
}
/** What is about to end: its time, or its plan. */
export function SimWarning({ row }: Props) {
  const t = useLabels(simCard)
  const warning = String(row.warning)
  if (warning === 'fine') return <EmptyValue />
  return (
    <StatusTag tone={['expired', 'expires7', 'quota100'].includes(warning) ? 'bad' : 'warn'}>
      {optionLabel(t, simCard, 'warning', warning)}
    </StatusTag>
  )
}
/** The device that names this card, leading to its data. */
export function SimDevice({ row }: Props) {
  return typeof row.deviceId === 'number' ? (
    <DevicePlace id={row.deviceId} name={String(row.deviceName)} type={null} />
  ) : (
    <EmptyValue />
  )
}
