import { Button, Checkbox, Select, Switch } from 'antd'
import { useState } from 'react'
import {
  messageKinds,
  messageSettings,
  messageWays,
  saveMessageSettings,
  testMessageWay,
  type MessageSettings as Settings,
  type MessageWay,
} from '#contract/message/ways.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { MessagePhoneDialog } from './MessagePhoneDialog.tsx'
import { MessageRobotDialog } from './MessageRobotDialog.tsx'
import { MessageSendings } from './MessageSendings.tsx'

const night = { from: 22, to: 6 }
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${hour}:00` }))

/** Of what one is told, by which ways, and when one is left alone. */
export function MessageSettings() {
  const { data, error, refetch } = useCall(messageSettings, {}, { staleTime: 0 })
  if (error && !data) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={6} />
  return <SettingsForm data={data} />
}

function SettingsForm({ data }: { data: Settings }) {
  const t = useLabels({ module: 'message' })
  const { send, ...sending } = useSend()
  const [changed, setChanged] = useState<Partial<Pick<Settings, 'ways' | 'quiet'>>>({})
  const [dialog, setDialog] = useState<'phone' | 'robot'>()
  const { ways, quiet } = { ways: data.ways, quiet: data.quiet, ...changed }
  const isOpen: Record<MessageWay, boolean> = {
    bell: true,
    sms: data.isPhoneConfirmed,
    robot: data.robot !== null,
  }
  const invalidates = [messageSettings]
  const save = () =>
    send(
      saveMessageSettings,
      { ways, quiet },
      { invalidates, said: t('message:ways.saved'), onDone: () => setChanged({}) },
    )
  const test = (way: 'sms' | 'robot') =>
    send(testMessageWay, { way }, { invalidates, said: t('message:ways.tested') })
  return (
    <div className="message-settings">
      <p>{t('message:ways.lead')}</p>
      <SendForm sending={sending}>
        <table className="message-ways">
          <thead>
            <tr>
              <th scope="col">{t('message:ways.kind')}</th>
              {messageWays.map((way) => (
                <th key={way} scope="col">
                  {t(`message:ways.names.${way}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {messageKinds.map((kind) => (
              <tr key={kind}>
                <th scope="row">{t(`message:ways.kinds.${kind}`)}</th>
                {messageWays.map((way) => (
                  <td key={way}>
                    <Checkbox
                      aria-label={`${t(`message:ways.kinds.${kind}`)} · ${t(`message:ways.names.${way}`)}`}
                      checked={ways[kind].includes(way)}
                      disabled={!isOpen[way] && !ways[kind].includes(way)}
                      onChange={({ target }) =>
                        setChanged({
                          ...changed,
                          ways: {
                            ...ways,
                            [kind]: messageWays.filter((one) =>
                              one === way ? target.checked : ways[kind].includes(one),
                            ),
                          },
                        })
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        <div className="message-row">
          <Switch
            aria-label={t('message:ways.quietOn')}
            checked={quiet !== null}
            onChange={(isOn) => setChanged({ ...changed, quiet: isOn ? night : null })}
          />
          <strong>{t('message:ways.quiet')}</strong>
          {quiet && (
            <>
              <Select
                aria-label={t('message:ways.quietFrom')}
                value={quiet.from}
                options={hours.filter(({ value }) => value !== quiet.to)}
                onChange={(from) => setChanged({ ...changed, quiet: { ...quiet, from } })}
              />
              <span aria-hidden>–</span>
              <Select
                aria-label={t('message:ways.quietTo')}
                value={quiet.to}
                options={hours.filter(({ value }) => value !== quiet.from)}
                onChange={(to) => setChanged({ ...changed, quiet: { ...quiet, to } })}
              />
            </>
          )}
        </div>
        <p className="message-note">{t('message:ways.quietNote')}</p>
        <Button
          type="primary"
          loading={sending.isBusy}
          disabled={Object.keys(changed).length === 0}
          onClick={() => void save()}
        >
          {t('common:buttons.save')}
        </Button>
      </SendForm>
      <div className="message-row">
        <strong>{t('message:ways.phone')}</strong>
        <span>{data.phone ?? t('message:ways.noPhone')}</span>
        {data.phone && (
          <StatusTag tone={data.isPhoneConfirmed ? 'good' : 'quiet'}>
            {t(data.isPhoneConfirmed ? 'message:ways.confirmed' : 'message:ways.unconfirmed')}
          </StatusTag>
        )}
        {data.phone && !data.isPhoneConfirmed && (
          <Button onClick={() => setDialog('phone')}>{t('message:ways.confirm')}</Button>
        )}
        {data.isPhoneConfirmed && (
          <Button disabled={sending.isBusy} onClick={() => void test('sms')}>
            {t('message:ways.try')}
          </Button>
        )}
      </div>
      <div className="message-row">
        <strong>{t('message:ways.robot')}</strong>
        <span>
          {data.robot
            ? `${t(`message:ways.channels.${data.robot.channel}`)} · ${data.robot.host}`
            : t('message:ways.noRobot')}
        </span>
        <Button onClick={() => setDialog('robot')}>{t('message:ways.setRobot')}</Button>
        {data.robot && (
          <Button disabled={sending.isBusy} onClick={() => void test('robot')}>
            {t('message:ways.try')}
          </Button>
        )}
      </div>
      <MessageSendings sendings={data.sendings} />
      {dialog === 'phone' && <MessagePhoneDialog onClose={() => setDialog(undefined)} />}
      {dialog === 'robot' && (
        <MessageRobotDialog robot={data.robot} onClose={() => setDialog(undefined)} />
      )}
    </div>
  )
}
