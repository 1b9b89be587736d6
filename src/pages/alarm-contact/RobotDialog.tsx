import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { setRobot } from '#contract/equipment/alarm-contact.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

const fieldNames = ['url', 'secret'] as const

/**
 * Where a group's robot listens, and what it wants messages signed with; what is there is never
 * shown again.
 */
export default function RobotDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const { run, isBusy, problem, fields } = useSubmit()
  const [value, setValue] = useState({ url: '', secret: '' })
  const save = async () => {
    const isDone = await run(() =>
      call(setRobot, { id: row.id, url: value.url, secret: value.secret || null }, { quiet: true }),
    )
    if (!isDone) return
    toast({ text: t('equipment:alarmRobot.saved'), tone: 'good' })
    onClose(true)
  }
  const names = row.channel === 'wecom' ? fieldNames.slice(0, 1) : fieldNames
  return (
    <Modal
      open
      title={t('equipment:alarmContact.actions.robot')}
      okText={t('common:buttons.save')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <p>
        {String(row.name)} · {t(`equipment:alarmContact.options.channel.${String(row.channel)}`)}
      </p>
      {problem && Object.keys(fields).length === 0 && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        {names.map((name) => (
          <Form.Item
            key={name}
            label={t(`equipment:alarmRobot.${name}`)}
            htmlFor={`robot-${name}`}
            required={name === 'url'}
            validateStatus={fields[name] ? 'error' : undefined}
            help={fields[name] ? <span role="alert">{fields[name]}</span> : undefined}
          >
            <Input
              id={`robot-${name}`}
              autoComplete="off"
              value={value[name]}
              aria-invalid={!!fields[name]}
              onChange={(event) => setValue({ ...value, [name]: event.target.value })}
            />
          </Form.Item>
        ))}
      </Form>
      <p>{t('equipment:alarmRobot.note')}</p>
    </Modal>
  )
}
