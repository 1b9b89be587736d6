import { Button } from 'antd'
import { useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { Reading } from '#contract/devices/device-type.ts'
import { choicesOf, placeOf } from '#contract/devices/switch-places.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { effectLabel, orderedEffect, switchLabel } from './control-words.ts'
import { limitFault } from '#src/features/equipment/limit-fault.ts'
import { NumberBox, type Typed } from './NumberBox.tsx'

interface OrdersProps {
  row: SwitchRow
  isClosed: boolean
  /** What is on its way. */
  pending: number | null
  /** Id of the sentence that says why it is closed. */
  noteId?: string | undefined
  onOrder: (value: number) => void
  /** Beside many others: under the device's name too, and of a level its ends alone. */
  isBrief?: true | undefined
}

/**
 * The buttons of a switch, or the number of a level. What is on its way cannot be ordered again,
 * only something else.
 */
export function Orders({ row, isClosed, pending, noteId, onOrder, isBrief }: OrdersProps) {
  const t = useLabels({ module: 'equipment' })
  const label = isBrief ? `${row.deviceName} ${switchLabel(t, row)}` : switchLabel(t, row)
  // A reset is no place to stand at.
  const standsAt = (value: number) => row.kind !== 'reset' && row.status === value
  if (row.kind === 'level')
    return (
      <Level
        row={row}
        isClosed={isClosed}
        pending={pending}
        noteId={noteId}
        onOrder={onOrder}
        isBrief={isBrief}
      />
    )
  return (
    <div role="group" aria-label={label} aria-describedby={noteId} className="control-orders">
      {choicesOf(row.kind, row.type).map(({ value, effect }) => (
        <Button
          key={value}
          disabled={isClosed}
          loading={pending === value}
          type={standsAt(value) ? 'primary' : 'default'}
          ghost={standsAt(value)}
          aria-pressed={row.kind === 'reset' ? undefined : standsAt(value)}
          onClick={() => onOrder(value)}
        >
          {effectLabel(t, effect, row)}
        </Button>
      ))}
    </div>
  )
}

function Level({ row, isClosed, pending, noteId, onOrder, isBrief }: OrdersProps) {
  const t = useLabels({ module: 'equipment' })
  const type = deviceTypeNamed(row.deviceType)
  const { about } = placeOf(type, row.channel)!
  const { min, max, unit, decimals }: Reading = type.readings[about.reading]!
  const least = about.leastBetweenEnds
  const [value, setValue] = useState<Typed>(null)
  const limits = { min: least ?? min, max, decimals, unit }
  const order = () =>
    typeof value === 'number' &&
    value !== pending &&
    limitFault(t, value, limits) === null &&
    onOrder(value)
  const shown =
    value ?? (least !== undefined && row.status !== null && row.status < least ? null : row.status)
  return (
    <div
      role="group"
      aria-label={isBrief ? `${row.deviceName} ${switchLabel(t, row)}` : switchLabel(t, row)}
      className="control-orders"
    >
      {!isBrief && (
        <NumberBox
          label={switchLabel(t, row)}
          aria-describedby={noteId}
          limits={limits}
          disabled={isClosed}
          value={shown}
          onChange={setValue}
          onEnter={order}
        />
      )}
      {!isBrief && (
        <Button
          disabled={isClosed || value === null}
          loading={pending !== null && pending === shown}
          onClick={order}
        >
          {t('equipment:control.apply')}
        </Button>
      )}
      {least !== undefined &&
        [max, min].map((end) => (
          <Button
            key={end}
            disabled={isClosed}
            loading={pending === end}
            aria-pressed={row.status === end}
            onClick={() => onOrder(end)}
          >
            {effectLabel(t, orderedEffect(row, end), row)}
          </Button>
        ))}
    </div>
  )
}
