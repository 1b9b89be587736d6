import { Input, Segmented, Select, Switch } from 'antd'
import { useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import {
  operateStrategy,
  type Strategy,
  type StrategyTrigger,
} from '#contract/command/strategy-calls.ts'
import { Weekdays } from '#src/features/automation/Weekdays.tsx'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ClockPicker } from '#src/kit/fields/date/ClockPicker.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { firstLimit, ThresholdFields } from './ThresholdFields.tsx'
import { targetText, weekdays, type Around } from './strategy-words.ts'

interface Props {
  deviceId: number
  /** Null: a new one. */ one: Strategy | null
  around: Around
  onClose: () => void
}
type Time = Extract<StrategyTrigger, { kind: 'time' }>
type Threshold = Extract<StrategyTrigger, { kind: 'threshold' }>
const morning: Time = { kind: 'time', from: '06:00', to: '06:30', days: [...weekdays] }

/** When a gateway is to switch one of its circuits, without anybody. */
export default function StrategyDialog({ deviceId, one, around, onClose }: Props) {
  const t = useLabels({ module: 'equipment' })
  const places = switchPlaces(deviceTypeNamed(around.deviceType)).filter(
    ({ about }) => about.kind === 'switch' && !about.danger,
  )
  const [name, setName] = useState(one?.name ?? '')
  const [isEnabled, setEnabled] = useState(one?.enabledFlag !== 0)
  const [target, setTarget] = useState(one?.target ?? places[0]!.channel)
  const [kind, setKind] = useState(one?.trigger.kind ?? 'time')
  // Either is kept while one looks at the other.
  const [time, setTime] = useState<Time>(one?.trigger.kind === 'time' ? one.trigger : morning)
  const [limit, setLimit] = useState<Threshold>(
    one?.trigger.kind === 'threshold' ? one.trigger : firstLimit(around),
  )
  const saving = useCallMutation(operateStrategy, {
    said: t('equipment:strategies.saved'),
    onDone: onClose,
  })
  const save = () => {
    if (!name.trim()) return saving.setFields({ name: t('errors:field.required') })
    if (kind === 'time' && time.days.length === 0)
      return saving.setFields({ days: t('errors:field.required') })
    const wrong =
      kind === 'threshold' &&
      (['value', 'back'] as const).find((field) => typeof limit[field] !== 'number')
    if (wrong)
      return saving.setFields({
        [wrong]: t(limit[wrong] === null ? 'errors:field.required' : 'kit:form.notANumber'),
      })
    return saving.send({
      deviceId,
      ...(one && { id: one.id, objectVersionNumber: one.objectVersionNumber }),
      name: name.trim(),
      enabledFlag: isEnabled ? 1 : 0,
      target,
      trigger: kind === 'time' ? time : limit,
    })
  }
  const clock = (field: 'from' | 'to', help?: string) => (
    <FieldItem name={field} label={t(`equipment:strategies.${field}`)} help={help}>
      <ClockPicker
        of="clock"
        className="kit-full"
        value={time[field]}
        onChange={(at) => setTime({ ...time, [field]: at })}
      />
    </FieldItem>
  )
  return (
    <Dialog
      title={t(one ? 'equipment:strategies.edit' : 'equipment:strategies.add')}
      okText={t('common:buttons.save')}
      sending={saving}
      onOk={save}
      onClose={onClose}
    >
      <FieldItem name="name" label={t('equipment:strategies.name')}>
        <Input
          autoFocus
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </FieldItem>
      <FieldItem name="target" label={t('equipment:strategies.target')}>
        <Select
          value={target}
          options={places.map(({ channel }) => ({
            value: channel,
            label: targetText(t, around, channel),
          }))}
          onChange={setTarget}
        />
      </FieldItem>
      <FieldItem name="kind" label={t('equipment:strategies.trigger')}>
        <Segmented
          aria-label={t('equipment:strategies.trigger')}
          value={kind}
          options={(['time', 'threshold'] as const).map((value) => ({
            value,
            label: t(`equipment:strategies.kinds.${value}`),
          }))}
          onChange={setKind}
        />
      </FieldItem>
      {kind === 'time' && (
        <>
          <div className="strategy-pair">
            {clock('from')}
            {clock('to', t('equipment:strategies.dayHelp'))}
          </div>
          <FieldItem name="days" label={t('equipment:strategies.days')}>
            <Weekdays
              label={t('equipment:strategies.days')}
              value={time.days}
              onChange={(days) => setTime({ ...time, days })}
            />
          </FieldItem>
        </>
      )}
      {kind === 'threshold' && (
        <ThresholdFields limit={limit} around={around} onChange={setLimit} />
      )}
      <FieldItem name="enabled" label={t('equipment:strategies.enabled')}>
        <Switch checked={isEnabled} onChange={setEnabled} />
      </FieldItem>
    </Dialog>
  )
}
