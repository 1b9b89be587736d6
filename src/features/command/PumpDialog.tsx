import { Input, Select } from 'antd'
import { useState } from 'react'
import { addPump, editPump, mostPumps, type Pump } from '#contract/equipment/aerator-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

interface PumpDialogProps {
  regulatorId: number
  /** Null: a new one. */
  pump: Pump | null
  /** Ports of the other pumps. */
  taken: readonly number[]
  onClose: () => void
}
const ports = Array.from({ length: mostPumps }, (_, i) => i + 1)

/** Names a pump and says at which port of its regulator it hangs. */
export function PumpDialog({ regulatorId, pump, taken, onClose }: PumpDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const [name, setName] = useState(pump?.name ?? '')
  const [node, setNode] = useState(pump?.node ?? ports.find((port) => !taken.includes(port)) ?? 1)
  const done = { said: t('equipment:pumps.saved'), onDone: onClose }
  const adding = useCallMutation(addPump, done)
  const editing = useCallMutation(editPump, done)
  const sending = pump ? editing : adding
  const save = () => {
    const given = { name: name.trim(), node }
    if (!given.name) return sending.setFields({ name: t('errors:field.required') })
    return pump
      ? editing.send({ id: pump.id, objectVersionNumber: pump.objectVersionNumber, ...given })
      : adding.send({ regulatorId, ...given })
  }
  return (
    <Dialog
      title={t(pump ? 'equipment:device.actions.editDevice' : 'equipment:device.actions.addDevice')}
      okText={t('common:buttons.save')}
      sending={sending}
      onOk={save}
      onClose={onClose}
    >
      <FieldItem name="name" required label={t('equipment:pumps.name')}>
        <Input
          autoFocus
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={() => void save()}
        />
      </FieldItem>
      <FieldItem name="node" required label={t('equipment:pumps.node')}>
        <Select
          value={node}
          onChange={setNode}
          options={ports.map((port) => ({
            value: port,
            label: String(port),
            disabled: taken.includes(port),
          }))}
        />
      </FieldItem>
    </Dialog>
  )
}
