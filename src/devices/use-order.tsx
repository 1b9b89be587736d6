import { useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { needsConfirmation, placeOf } from '#contract/devices/switch-places.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import { controlSwitch, type SwitchRow } from '#contract/equipment/switch.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import { ConfirmOrder } from './ConfirmOrder.tsx'

/**
 * Orders something of a switch: at once, or once the device was named where it is dangerous.
 * `question` is to be drawn.
 */
export function useOrder(row: SwitchRow, onOrdered: (command: CommandRow) => void) {
  const t = useLabels({ module: 'equipment' })
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<number>()
  const place = placeOf(deviceTypeNamed(row.deviceType), row.channel)
  const send = async (value: number, confirmation?: string) => {
    setBusy(true)
    setAsked(undefined)
    try {
      onOrdered(await call(controlSwitch, { id: row.id, value, confirmation }, { quiet: true }))
      toast({ key: 'control', text: t('equipment:control.success'), tone: 'good' })
    } catch (error) {
      toastRefusal(t, error)
    }
    setBusy(false)
  }
  const order = (value: number) =>
    place && needsConfirmation(place.about, value) ? setAsked(value) : void send(value)
  const question =
    asked === undefined ? null : (
      <ConfirmOrder
        row={row}
        value={asked}
        onSend={(confirmation) => void send(asked, confirmation)}
        onClose={() => setAsked(undefined)}
      />
    )
  return { order, isBusy, question }
}
