import { Alert, Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { addPump, editPump, mostPumps, type Pump } from '#contract/equipment/aerator-calls.ts'
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

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
  const id = useId()
  const [name, setName] = useState(pump?.name ?? '')
  const [node, setNode] = useState(pump?.node ?? ports.find((port) => !taken.includes(port)) ?? 1)
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const save = async () => {
    const given = { name: name.trim(), node }
    if (!given.name) return setFields({ name: t('errors:field.required') })
    if (
      !(await run(
        async () =>
          void (await (pump
            ? call(
                editPump,
                { id: pump.id, objectVersionNumber: pump.objectVersionNumber, ...given },
                { quiet: true },
              )
            : call(addPump, { regulatorId, ...given }, { quiet: true }))),
      ))
    )
      return
    toast({ text: t('equipment:pumps.saved'), tone: 'good' })
    onClose()
  }
  const item = (field: 'name' | 'node') => ({
    htmlFor: `${id}${field}`,
    validateStatus: fields[field] ? ('error' as const) : undefined,
    help: fields[field] ? <span role="alert">{fields[field]}</span> : undefined,
  })
  return (
    <Modal
      open
      title={t(pump ? 'equipment:device.actions.editDevice' : 'equipment:device.actions.addDevice')}
      okText={t('common:buttons.save')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && Object.keys(fields).length === 0 && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <Form.Item required label={t('equipment:pumps.name')} {...item('name')}>
          <Input
            id={`${id}name`}
            autoFocus
            maxLength={40}
            value={name}
            disabled={isBusy}
            onChange={(event) => setName(event.target.value)}
            onPressEnter={() => void save()}
          />
        </Form.Item>
        <Form.Item required label={t('equipment:pumps.node')} {...item('node')}>
          <Select
            id={`${id}node`}
            value={node}
            disabled={isBusy}
            onChange={setNode}
            options={ports.map((port) => ({
              value: port,
              label: String(port),
              disabled: taken.includes(port),
            }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
