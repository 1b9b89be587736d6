import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import {
  acknowledgeAlarms,
  alarmPeople,
  alarmRules,
  assignAlarm,
  clearAlarm,
  commentAlarm,
  muteAlarm,
  type AlarmRow,
} from '#contract/alarm/alarm-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

interface Props {
  alarm: AlarmRow
  may: Permissions
  onChanged: () => void
}
type Asking = 'assign' | 'comment' | 'mute' | 'clear'
const muteSpans = { m30: 30, h2: 120, h8: 480, d1: 1440, d7: 10_080 } as const

/** What can be done about an alarm. */
export function AlarmActions({ alarm, may, onChanged }: Props) {
  const t = useLabels({ module: 'equipment' })
  const [asking, setAsking] = useState<Asking>()
  const acknowledging = useCallAction(acknowledgeAlarms, { onDone: onChanged })
  const muting = useCallAction(muteAlarm, { onDone: onChanged })
  const close = (isChanged: boolean) => {
    setAsking(undefined)
    if (isChanged) onChanged()
  }
  const ask = (what: Asking) => (
    <Button onClick={() => setAsking(what)}>{t(`equipment:alarm.${what}`)}</Button>
  )
  return (
    <div className="alarm-actions">
      {may.acknowledge && alarm.acknowledgedAt === null && (
        <Button
          type="primary"
          loading={acknowledging.isBusy}
          onClick={() => void acknowledging.send({ ids: [alarm.id] })}
        >
          {t('equipment:alarm.acknowledge')}
        </Button>
      )}
      {may.assign && ask('assign')}
      {may.comment && ask('comment')}
      {may.mute &&
        (alarm.mutedUntil === null ? (
          ask('mute')
        ) : (
          <Button
            loading={muting.isBusy}
            onClick={() => void muting.send({ id: alarm.id, minutes: 0, reason: '' })}
          >
            {t('equipment:alarm.unmute')}
          </Button>
        ))}
      {may.clear && alarmRules.clear.includes(alarm.state) && ask('clear')}
      {asking && <AskDialog key={`ask-${asking}`} asking={asking} alarm={alarm} onClose={close} />}
    </div>
  )
}

function AskDialog({
  asking,
  alarm,
  onClose,
}: {
  asking: Asking
  alarm: AlarmRow
  onClose: (isChanged: boolean) => void
}) {
  const t = useLabels({ module: 'equipment' })
  const [text, setText] = useState('')
  const [minutes, setMinutes] = useState<number>(muteSpans.h2)
  const [assigneeId, setAssignee] = useState(alarm.assigneeId)
  const people = useCall(alarmPeople, {}, { enabled: asking === 'assign' })
  const { id } = alarm
  const done = { onDone: () => onClose(true) }
  const sends = {
    assign: useCallMutation(assignAlarm, done),
    comment: useCallMutation(commentAlarm, done),
    mute: useCallMutation(muteAlarm, done),
    clear: useCallMutation(clearAlarm, done),
  }
  const save = () => {
    const said = text.trim()
    if (asking === 'assign') return sends.assign.send({ id, assigneeId })
    if (said === '')
      return sends[asking].setFields({
        text: t('field.required', { ns: 'errors', keySeparator: false }),
      })
    if (asking === 'comment') return sends.comment.send({ id, text: said })
    if (asking === 'mute') return sends.mute.send({ id, minutes, reason: said })
    return sends.clear.send({ id, reason: said })
  }
  const label = {
    comment: 'commentText',
    mute: 'muteReason',
    clear: 'clearReason',
    assign: 'assignee',
  }[asking]
  return (
    <Dialog
      title={t(`equipment:alarm.${asking}`)}
      okText={t('common:buttons.save')}
      sending={sends[asking]}
      onOk={save}
      onClose={() => onClose(false)}
    >
      {asking === 'mute' && (
        <FieldItem
          name="minutes"
          label={t('equipment:alarm.muteFor')}
          help={t('equipment:alarm.muteNote')}
        >
          <Select
            value={minutes}
            onChange={setMinutes}
            options={Object.entries(muteSpans).map(([name, value]) => ({
              value,
              label: t(`equipment:alarm.muteSpans.${name}`),
            }))}
          />
        </FieldItem>
      )}
      {asking === 'assign' ? (
        <FieldItem name="assigneeId" label={t('equipment:alarm.assignee')}>
          <Select
            showSearch
            allowClear
            optionFilterProp="label"
            placeholder={t('equipment:alarm.nobody')}
            loading={people.isLoading}
            value={assigneeId ?? undefined}
            onChange={(value: number | undefined) => setAssignee(value ?? null)}
            options={people.data?.map(({ id: value, name }) => ({ value, label: name }))}
          />
        </FieldItem>
      ) : (
        <FieldItem name="text" alsoSays="reason" label={t(`equipment:alarm.${label}`)} required>
          <Input.TextArea
            rows={3}
            maxLength={asking === 'comment' ? 500 : 200}
            showCount
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </FieldItem>
      )}
    </Dialog>
  )
}
