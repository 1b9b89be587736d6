import { useId } from 'react'
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
 * click to move it.
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
  const noteId = useId()
  const { order, isBusy, question } = useOrder(row, onOrdered)
  const { command } = row
  const closed = closedBecause(row, mayControl)
  const obeys = obedience(row)
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
      </span>
      {mayControl && (
        <Orders
          isBrief
          row={row}
          isClosed={closed !== null || isBusy}
          pending={command && isOpenCommand(command) ? command.wanted : null}
          noteId={closed ? noteId : undefined}
          onOrder={order}
        />
      )}
      {mayControl && closed && <small id={noteId}>{t(`equipment:control.closed.${closed}`)}</small>}
      {command && !isOpenCommand(command) && command.state !== 'confirmed' && (
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
