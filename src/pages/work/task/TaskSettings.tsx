import { SettingOutlined } from '@ant-design/icons'
import { Button, Switch } from 'antd'
import { useState } from 'react'
import {
  optionCode,
  saveTaskOption,
  taskOption,
  type TaskOption,
} from '#contract/work/task-calls.ts'
import { hoursOfDay as usualDayHours } from '#contract/work/task-states.ts'
import { task } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import './task.css'

const flags = ['acceptFlag', 'claimFlag', 'placeFlag'] as const

/** How the tenant works with tasks: a button for whoever may choose it. */
export default function TaskSettings() {
  const t = useLabels(task)
  const may = useGranted(optionCode)
  const [isOpen, setOpen] = useState(false)
  const { data } = useCall(taskOption, may && isOpen ? {} : null)
  if (!may) return null
  return (
    <div className="task-settings">
      <Button icon={<SettingOutlined />} onClick={() => setOpen(true)}>
        {t('work:settings.title')}
      </Button>
      {isOpen && data && <SettingsDialog option={data} onClose={() => setOpen(false)} />}
    </div>
  )
}

function SettingsDialog({ option, onClose }: { option: TaskOption; onClose: () => void }) {
  const t = useLabels(task)
  const [value, setValue] = useState(option)
  const save = useCallMutation(saveTaskOption, {
    invalidates: [taskOption],
    said: t('work:settings.saved'),
    onDone: onClose,
  })
  return (
    <Dialog
      title={t('work:settings.title')}
      okText={t('common:buttons.save')}
      sending={save}
      onOk={() => save.send(value)}
      onClose={onClose}
    >
      {flags.map((name) => (
        <FieldItem
          key={name}
          name={name}
          label={t(`work:settings.${name}`)}
          help={t(`work:settings.${name}Note`)}
        >
          <Switch
            checked={value[name] === 1}
            onChange={(isOn) => setValue({ ...value, [name]: isOn ? 1 : 0 })}
          />
        </FieldItem>
      ))}
      <FieldItem
        name="dayHours"
        label={t('work:settings.dayHours')}
        help={t('work:settings.dayHoursNote')}
      >
        <NumberBox
          min={1}
          max={24}
          step={0.5}
          precision={1}
          suffix={t('common:units.hour')}
          value={value.dayHours}
          onChange={(next) => setValue({ ...value, dayHours: next ?? usualDayHours })}
        />
      </FieldItem>
    </Dialog>
  )
}
