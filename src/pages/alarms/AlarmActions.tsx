import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useState } from 'react'
import {
  acknowledgeAlarms,
  alarmPeople,
  assignAlarm,
  clearAlarm,
  commentAlarm,
  muteAlarm,
  type AlarmRow,
} from '#contract/equipment/alarm-calls.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'

interface Props {
  alarm: AlarmRow
  may: Permissions
  onChanged: () => void
}
type Asking = 'assign' | 'comment' | 'mute' | 'clear'
const muteSpans = { m30: 30, h2: 120, h8: 480, d1: 1440, d7: 10_080 } as const
const quiet = { quiet: true }

/** What can be done about an alarm. */
export function AlarmActions({ alarm, may, onChanged }: Props) {
  const t = useLabels({ module: 'equipment' })
  const [asking, setAsking] = useState<Asking>()
  const now = (work: Promise<unknown>) =>
    void work.then(onChanged, (error: unknown) => toastRefusal(t, error))
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
          onClick={() => now(call(acknowledgeAlarms, { ids: [alarm.id] }, quiet))}
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
            onClick={() => now(call(muteAlarm, { id: alarm.id, minutes: 0, reason: '' }, quiet))}
          >
            {t('equipment:alarm.unmute')}
          </Button>
        ))}
      {may.clear && alarm.state !== 'cleared' && ask('clear')}
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
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const [text, setText] = useState('')
  const [minutes, setMinutes] = useState<number>(muteSpans.h2)
  const [assigneeId, setAssignee] = useState(alarm.assigneeId)
  const people = useQuery({
    queryKey: ['alarm-people'],
    enabled: asking === 'assign',
    queryFn: ({ signal }) => call(alarmPeople, {}, { quiet: true, signal }),
  })
  const { id } = alarm
  const work: Readonly<Record<Asking, () => Promise<unknown>>> = {
    assign: () => call(assignAlarm, { id, assigneeId }, quiet),
    comment: () => call(commentAlarm, { id, text: text.trim() }, quiet),
    mute: () => call(muteAlarm, { id, minutes, reason: text.trim() }, quiet),
    clear: () => call(clearAlarm, { id, reason: text.trim() }, quiet),
  }
  const save = async () => {
    if (asking !== 'assign' && text.trim() === '')
      return setFields({ text: t('field.required', { ns: 'errors', keySeparator: false }) })
    if (await run(async () => void (await work[asking]()))) onClose(true)
  }
  const mistake = fields.text ?? fields.reason
  const label = {
    comment: 'commentText',
    mute: 'muteReason',
    clear: 'clearReason',
    assign: 'assignee',
  }[asking]
  return (
    <Modal
      open
      title={t(`equipment:alarm.${asking}`)}
      okText={t('common:buttons.save')}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={() => onClose(false)}
    >
      <Form component={false} layout="vertical">
        {problem && !mistake && (
          <Alert type="error" showIcon message={problem} className="kit-form-note" />
        )}
        {asking === 'mute' && (
          <Form.Item
            label={t('equipment:alarm.muteFor')}
            htmlFor="alarm-minutes"
            help={t('equipment:alarm.muteNote')}
          >
            <Select
              id="alarm-minutes"
              value={minutes}
              onChange={setMinutes}
              options={Object.entries(muteSpans).map(([name, value]) => ({
                value,
                label: t(`equipment:alarm.muteSpans.${name}`),
              }))}
            />
          </Form.Item>
        )}
        {asking === 'assign' ? (
          <Form.Item label={t('equipment:alarm.assignee')} htmlFor="alarm-assignee">
            <Select
              id="alarm-assignee"
              showSearch
              allowClear
              optionFilterProp="label"
              placeholder={t('equipment:alarm.nobody')}
              loading={people.isLoading}
              value={assigneeId ?? undefined}
              onChange={(value: number | undefined) => setAssignee(value ?? null)}
              options={people.data?.map(({ id: value, name }) => ({ value, label: name }))}
            />
          </Form.Item>
        ) : (
          <Form.Item
            label={t(`equipment:alarm.${label}`)}
            htmlFor="alarm-text"
            required
            validateStatus={mistake ? 'error' : undefined}
            help={mistake ? <span role="alert">{mistake}</span> : undefined}
          >
            <Input.TextArea
              id="alarm-text"
              rows={3}
              maxLength={asking === 'comment' ? 500 : 200}
              showCount
              value={text}
              aria-invalid={!!mistake}
              onChange={(event) => setText(event.target.value)}
            />
          </Form.Item>
        )}
      </Form>
    </Modal>
  )
}
