import { useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { needsConfirmation, placeOf } from '#contract/devices/switch-places.ts'
import type { CommandRow } from '#contract/command/command.ts'
import { controlSwitch, type SwitchRow } from '#contract/command/switch.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ConfirmOrder } from './ConfirmOrder.tsx'

/**
 * Orders something of a switch: at once, or once the device was named where it is dangerous.
 * `question` is to be drawn.
 */
export function useOrder(row: SwitchRow, onOrdered: (command: CommandRow) => void) {
  const t = useLabels({ module: 'equipment' })
  const [asked, setAsked] = useState<number>()
  const place = placeOf(deviceTypeNamed(row.deviceType), row.channel)
  const ordering = useCallAction(controlSwitch, {
    said: t('equipment:control.success'),
    onDone: onOrdered,
  })
  const send = (value: number, confirmation?: string) => {
    setAsked(undefined)
    void ordering.send({ id: row.id, value, confirmation })
  }
  const order = (value: number) =>
    place && needsConfirmation(place.about, value) ? setAsked(value) : send(value)
  const question =
    asked === undefined ? null : (
      <ConfirmOrder
        row={row}
        value={asked}
        onSend={(confirmation) => send(asked, confirmation)}
        onClose={() => setAsked(undefined)}
      />
    )
  return { order, isBusy: ordering.isBusy, question }
}
