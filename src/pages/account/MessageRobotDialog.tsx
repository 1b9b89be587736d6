import { Button, Input, Select } from 'antd'
import { useState } from 'react'
import {
  messageSettings,
  robotChannels,
  setMessageRobot,
  type MessageSettings,
} from '#contract/message/ways.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'

interface Props {
  robot: MessageSettings['robot']
  onClose: () => void
}
/** Where one's robot listens; what is there is never shown again. */
export function MessageRobotDialog({ robot, onClose }: Props) {
  const t = useLabels({ module: 'message' })
  const [value, setValue] = useState({
    channel: robot?.channel ?? robotChannels[0],
    url: '',
    secret: '',
  })
  const invalidates = [messageSettings]
  const save = useCallMutation(setMessageRobot, {
    invalidates,
    said: t('message:ways.saved'),
    onDone: onClose,
  })
  const drop = useCallAction(setMessageRobot, {
    asks: () => ({
      title: t('message:ways.dropRobot'),
      body: t('message:ways.dropConfirm'),
      go: t('message:ways.dropRobot'),
      isDanger: true,
    }),
    invalidates,
    onDone: onClose,
  })
  const names = value.channel === 'wecom' ? (['url'] as const) : (['url', 'secret'] as const)
  return (
    <Dialog
      title={t('message:ways.setRobot')}
      okText={t('common:buttons.save')}
      sending={save}
      isLacking={!value.url.trim()}
      onOk={() =>
        save.send({ channel: value.channel, url: value.url, secret: value.secret || null })
      }
      onClose={onClose}
    >
      <FieldItem name="channel" label={t('message:ways.channel')} required>
        <Select
          value={value.channel}
          options={robotChannels.map((one) => ({
            value: one,
            label: t(`message:ways.channels.${one}`),
          }))}
          onChange={(channel) => setValue({ ...value, channel })}
        />
      </FieldItem>
      {names.map((name) => (
        <FieldItem
          key={name}
          name={name}
          label={t(`message:ways.${name}`)}
          required={name === 'url'}
        >
          <Input
            autoComplete="off"
            value={value[name]}
            onChange={(event) => setValue({ ...value, [name]: event.target.value })}
          />
        </FieldItem>
      ))}
      <p>{t('message:ways.robotNote')}</p>
      {robot && (
        <Button
          danger
          onClick={() => void drop.send({ channel: robot.channel, url: '', secret: null })}
        >
          {t('message:ways.dropRobot')}
        </Button>
      )}
    </Dialog>
  )
}
