import { useState } from 'react'
import { bindSim } from '#contract/connectivity/sim.ts'
import { DeviceSelect } from '#src/features/equipment/DeviceSelect.tsx'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

/** Which device a card is put into. */
export function BindDialog({ row, onClose }: { row: Row; onClose: (isChanged: boolean) => void }) {
  const t = useLabels({ module: 'equipment' })
  const [device, setDevice] = useState<{ id: number; name: string } | null>(null)
  const bind = useCallMutation(bindSim, {
    said: t('equipment:sim.bound', { name: device?.name }),
    onDone: () => onClose(true),
  })
  return (
    <Dialog
      title={t('equipment:sim.bind')}
      okText={t('equipment:sim.bind')}
      sending={bind}
      onOk={() =>
        device
          ? bind.send({ id: row.id, deviceId: device.id })
          : bind.setFields({ deviceId: t('errors:field.required') })
      }
      onClose={() => onClose(false)}
    >
      <FieldItem name="deviceId" required label={t('equipment:sim.device')}>
        {(field) => (
          <DeviceSelect
            id={field}
            label={t('equipment:sim.device')}
            value={device?.id ?? null}
            chosen={device && { value: device.id, label: device.name }}
            onChange={(id, one) => setDevice(id === null || !one ? null : { id, name: one.name })}
          />
        )}
      </FieldItem>
    </Dialog>
  )
}
