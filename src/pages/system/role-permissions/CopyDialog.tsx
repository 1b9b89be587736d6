import { Input } from 'antd'
import { useState } from 'react'
import { copyRole } from '#contract/system/permission-calls.ts'
import { role } from '#contract/system/role.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { checkBody } from '#src/kit/form/values/form-errors.ts'

const names = ['code', 'name'] as const
const { code, name } = role.fields

/** A new role that may do what this one may. */
export default function CopyDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(role)
  const [value, setValue] = useState({
    code: '',
    name: t('system:permissions.copyOf', { name: String(row.name) }),
  })
  const copy = useCallMutation(copyRole, {
    said: t('system:permissions.copied', { name: value.name }),
    onDone: () => onClose(true),
  })
  const save = () => {
    const { errors } = checkBody(t, { code, name }, value, 'create')
    return errors ? copy.setFields(errors) : copy.send({ id: row.id, ...value })
  }
  return (
    <Dialog
      width={420}
      title={t('system:permissions.copyTitle', { name: String(row.name) })}
      okText={t('common:buttons.save')}
      sending={copy}
      onOk={save}
      onClose={() => onClose(false)}
    >
      {names.map((one) => (
        <FieldItem key={one} name={one} label={fieldLabel(t, role, one)} required>
          <Input
            value={value[one]}
            count={{ show: true, max: role.fields[one].max }}
            onChange={(event) => setValue({ ...value, [one]: event.target.value })}
          />
        </FieldItem>
      ))}
    </Dialog>
  )
}
