import type { CommandRow } from '#contract/command/command.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { CommandProgress } from './CommandProgress.tsx'
import {
  closedBecause,
  isOpenCommand,
  obedience,
  standsAt,
  switchLabel,
  toneOf,
} from './control-words.ts'
import { loadSwitches, mainSwitches } from './main-switches.ts'
import { Orders } from './Orders.tsx'
import { useDeviceRights } from '#src/features/equipment/use-device-rights.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useOrder } from './use-order.tsx'
import { useSwitches } from './use-switches.ts'
import './control.css'

/**
 * What a device mainly moves, beside its name in a list or on a card: where it stands, and one
 * click to move it. What cannot be moved now is told and has no buttons: where it stands is worth
 * knowing all the same.
 */
export default function QuickSwitches({ deviceId }: { deviceId: number }) {
  const { data, show } = useSwitches(deviceId, loadSwitches)
  const { control = false } = useDeviceRights()
  const shown = mainSwitches(data ?? [])
  if (shown.length === 0) return null
  return (
    <ul className="quick-switches">
      {shown.map((row) => (
        <Quick key={row.id} row={row} mayControl={control} onOrdered={show} />
      ))}
    </ul>
  )
}

/** Why there are no buttons, where the row says so itself or it is nobody's to know. */
const silent: readonly ReturnType<typeof closedBecause>[] = ['offline', 'permission']

function Quick({
  row,
  mayControl,
  onOrdered,
}: {
  row: SwitchRow
  mayControl: boolean
  onOrdered: (command: CommandRow) => void
}) {
  const t = useLabels({ module: 'equipment' })
  const now = useNow(10_000)
  const { order, isBusy, question } = useOrder(row, onOrdered)
  const { command } = row
  const closed = closedBecause(row, mayControl)
  const why = closed !== null && !silent.includes(closed) ? closed : null
  const obeys = obedience(row)
  const pending = command && isOpenCommand(command) ? command.wanted : null
  // Buttons show what is on its way; without them it is said.
  const isTold = command && command.state !== 'confirmed' && (pending === null || closed !== null)
  return (
    <li>
      <span className="quick-state">
        <small>{switchLabel(t, row)}</small>
        {row.status !== null && (
          <StatusTag tone={row.online === 0 ? 'quiet' : toneOf(row.kind, row.status)}>
            {standsAt(t, row, row.status)}
          </StatusTag>
        )}
        {(obeys === 'moved' || obeys === 'undone') && (
          <StatusTag tone="warn">{t('equipment:control.differs')}</StatusTag>
        )}
        {closed !== null && row.status === null && <small>{t('equipment:control.never')}</small>}
        {why && <small>{t(`equipment:control.closed.${why}`)}</small>}
      </span>
      {closed === null && (
        <Orders isBrief row={row} isClosed={isBusy} pending={pending} onOrder={order} />
      )}
      {isTold && (
        <CommandProgress
          row={row}
          command={command}
          now={now}
          mayRetry={closed === null && !isBusy}
          onRetry={() => order(command.wanted)}
          onChanged={onOrdered}
        />
      )}
      {question}
    </li>
  )
}
