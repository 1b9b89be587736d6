import { Alert, Form, Modal } from 'antd'
import { useState } from 'react'
import { bindSim } from '#contract/equipment/sim.ts'
import { call } from '#src/api/call.ts'
import { DeviceSelect } from '#src/devices/DeviceSelect.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

/** Which device a card is put into. */
export function BindDialog({ row, onClose }: { row: Row; onClose: (isChanged: boolean) => void }) {
  const t = useLabels({ module: 'equipment' })
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [device, setDevice] = useState<{ id: number; name: string } | null>(null)
  const bind = async () => {
    if (!device) return setFields({ deviceId: t('errors:field.required') })
    if (
      !(await run(
        async () =>
          void (await call(bindSim, { id: row.id, deviceId: device.id }, { quiet: true })),
      ))
    )
      return
    toast({ text: t('equipment:sim.bound', { name: device.name }), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open
      title={t('equipment:sim.bind')}
      okText={t('equipment:sim.bind')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void bind()}
      onCancel={() => onClose(false)}
    >
      {problem && !fields.deviceId && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <Form.Item
          required
          label={t('equipment:sim.device')}
          htmlFor="sim-device"
          validateStatus={fields.deviceId ? 'error' : undefined}
          help={fields.deviceId && <span role="alert">{fields.deviceId}</span>}
        >
          <DeviceSelect
            id="sim-device"
            label={t('equipment:sim.device')}
            value={device?.id ?? null}
            chosen={device && { value: device.id, label: device.name }}
            onChange={(id, one) => setDevice(id === null || !one ? null : { id, name: one.name })}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
