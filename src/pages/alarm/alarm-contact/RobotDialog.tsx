import { Input } from 'antd'
import { useState } from 'react'
import { setRobot } from '#contract/alarm/alarm-contact.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

const fieldNames = ['url', 'secret'] as const

/**
 * Where a group's robot listens, and what it wants messages signed with; what is there is never
 * shown again.
 */
export default function RobotDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const [value, setValue] = useState({ url: '', secret: '' })
  const save = useCallMutation(setRobot, {
    said: t('equipment:alarmRobot.saved'),
    onDone: () => onClose(true),
  })
  const names = row.channel === 'wecom' ? fieldNames.slice(0, 1) : fieldNames
  return (
    <Dialog
      title={t('equipment:alarmContact.actions.robot')}
      okText={t('common:buttons.save')}
      sending={save}
      onOk={() => save.send({ id: row.id, url: value.url, secret: value.secret || null })}
      onClose={() => onClose(false)}
    >
      <p>
        {String(row.name)} · {t(`equipment:alarmContact.options.channel.${String(row.channel)}`)}
      </p>
      {names.map((name) => (
        <FieldItem
          key={name}
          name={name}
          label={t(`equipment:alarmRobot.${name}`)}
          required={name === 'url'}
        >
          <Input
            autoComplete="off"
            value={value[name]}
            onChange={(event) => setValue({ ...value, [name]: event.target.value })}
          />
        </FieldItem>
      ))}
      <p>{t('equipment:alarmRobot.note')}</p>
    </Dialog>
  )
}
