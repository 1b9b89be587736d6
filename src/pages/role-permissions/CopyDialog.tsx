import { Alert, Form, Input, Modal } from 'antd'
import { useState } from 'react'
import { copyRole } from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { call } from '#src/api/call.ts'
import { checkBody } from '#src/kit/form/values/form-errors.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'

const names = ['code', 'name'] as const

/** A new role that may do what this one may. */
export default function CopyDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(role)
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [value, setValue] = useState({
    code: '',
    name: t('system:permissions.copyOf', { name: String(row.name) }),
  })
  const save = async () => {
    const { errors } = checkBody(
      t,
      { code: role.fields.code, name: role.fields.name },
      value,
      'create',
    )
    if (errors) return setFields(errors)
    const isDone = await run(async () => {
      await call(copyRole, { id: row.id, ...value }, { quiet: true })
    })
    if (!isDone) return
    toast({ text: t('system:permissions.copied', { name: value.name }), tone: 'good' })
    onClose(true)
  }
  return (
    <Modal
      open
      width={420}
      transitionName=""
      maskTransitionName=""
      title={t('system:permissions.copyTitle', { name: String(row.name) })}
      okText={t('common:buttons.save')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Form component={false} layout="vertical">
        {problem && Object.keys(fields).length === 0 && (
          <Alert type="error" showIcon message={problem} />
        )}
        {names.map((name) => (
          <Form.Item
            key={name}
            label={fieldLabel(t, role, name)}
            htmlFor={`copy-${name}`}
            required
            validateStatus={fields[name] ? 'error' : undefined}
            help={fields[name]}
          >
            <Input
              id={`copy-${name}`}
              value={value[name]}
              count={{ show: true, max: role.fields[name].max }}
              aria-invalid={!!fields[name]}
              onChange={(event) => setValue({ ...value, [name]: event.target.value })}
            />
          </Form.Item>
        ))}
      </Form>
    </Modal>
  )
}
