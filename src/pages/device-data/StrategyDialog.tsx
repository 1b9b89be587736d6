import { Alert, Checkbox, Form, Input, Modal, Segmented, Select, Switch } from 'antd'
import { useId, useState, type ReactNode } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import {
  operateStrategy,
  type Strategy,
  type StrategyTrigger,
} from '#contract/equipment/strategy-calls.ts'
import { call } from '#src/api/call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
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
export function StrategyDialog({ deviceId, one, around, onClose }: Props) {
  const t = useLabels({ module: 'equipment' })
  const id = useId()
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
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const save = async () => {
    const given = {
      name: name.trim(),
      enabledFlag: isEnabled ? (1 as const) : (0 as const),
      target,
      trigger: kind === 'time' ? time : limit,
    }
    if (!given.name) return setFields({ name: t('errors:field.required') })
    if (kind === 'time' && time.days.length === 0)
      return setFields({ days: t('errors:field.required') })
    if (kind === 'time' && !(time.from && time.to))
      return setFields({ [time.from ? 'to' : 'from']: t('errors:field.required') })
    const wrong =
      kind === 'threshold' &&
      (['value', 'back'] as const).find((field) => typeof limit[field] !== 'number')
    if (wrong)
      return setFields({
        [wrong]: t(limit[wrong] === null ? 'errors:field.required' : 'kit:form.notANumber'),
      })
    const isDone = await run(
      async () =>
        void (await call(
          operateStrategy,
          {
            deviceId,
            ...(one && { id: one.id, objectVersionNumber: one.objectVersionNumber }),
            ...given,
          },
          { quiet: true },
        )),
    )
    if (!isDone) return
    toast({ key: 'strategy', text: t('equipment:strategies.saved'), tone: 'good' })
    onClose()
  }
  const item = (field: string, label: string, input: ReactNode, help?: string) => (
    <Form.Item
      key={field}
      htmlFor={`${id}${field}`}
      label={label}
      validateStatus={fields[field] ? 'error' : undefined}
      help={fields[field] ? <span role="alert">{fields[field]}</span> : help}
    >
      {input}
    </Form.Item>
  )
  const clock = (field: 'from' | 'to', help?: string) =>
    item(
      field,
      t(`equipment:strategies.${field}`),
      <Input
        id={`${id}${field}`}
        type="time"
        value={time[field]}
        disabled={isBusy}
        onChange={(event) => setTime({ ...time, [field]: event.target.value })}
      />,
      help,
    )
  return (
    <Modal
      open
      title={t(one ? 'equipment:strategies.edit' : 'equipment:strategies.add')}
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
        {item(
          'name',
          t('equipment:strategies.name'),
          <Input
            id={`${id}name`}
            autoFocus
            maxLength={40}
            value={name}
            disabled={isBusy}
            onChange={(event) => setName(event.target.value)}
          />,
        )}
        {item(
          'target',
          t('equipment:strategies.target'),
          <Select
            id={`${id}target`}
            value={target}
            disabled={isBusy}
            options={places.map(({ channel }) => ({
              value: channel,
              label: targetText(t, around, channel),
            }))}
            onChange={setTarget}
          />,
        )}
        {item(
          'kind',
          t('equipment:strategies.trigger'),
          <Segmented
            id={`${id}kind`}
            value={kind}
            disabled={isBusy}
            options={(['time', 'threshold'] as const).map((value) => ({
              value,
              label: t(`equipment:strategies.kinds.${value}`),
            }))}
            onChange={setKind}
          />,
        )}
        {kind === 'time' && (
          <>
            <div className="strategy-pair">
              {clock('from')}
              {clock('to', t('equipment:strategies.dayHelp'))}
            </div>
            {item(
              'days',
              t('equipment:strategies.days'),
              <Checkbox.Group
                value={time.days}
                disabled={isBusy}
                options={weekdays.map((day) => ({
                  value: day,
                  label: t(`equipment:strategies.weekdays.${day}`),
                }))}
                onChange={(days) => setTime({ ...time, days })}
              />,
            )}
          </>
        )}
        {kind === 'threshold' && (
          <ThresholdFields
            id={id}
            limit={limit}
            around={around}
            isBusy={isBusy}
            item={item}
            onChange={setLimit}
          />
        )}
        {item(
          'enabled',
          t('equipment:strategies.enabled'),
          <Switch
            id={`${id}enabled`}
            checked={isEnabled}
            disabled={isBusy}
            onChange={setEnabled}
          />,
        )}
      </Form>
    </Modal>
  )
}
