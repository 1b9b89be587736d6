import { Button, Form, Input, Modal } from 'antd'
import { useId, useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { orderText, switchLabel } from './control-words.ts'
import { HoldButton } from './HoldButton.tsx'

interface ConfirmOrderProps {
  row: SwitchRow
  value: number
  onSend: (confirmation: string) => void
  onClose: () => void
}
const holdMs = 1500

/**
 * Before something dangerous: says what will happen to what, and wants the device named, or the
 * button held down.
 */
export function ConfirmOrder({ row, value, onSend, onClose }: ConfirmOrderProps) {
  const t = useLabels({ module: 'equipment' })
  const id = useId()
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const effect = orderText(t, row, value)
  const isHeld = placeOf(deviceTypeNamed(row.deviceType), row.channel)?.about.danger === 'held'
  const isRight = name.trim() === row.deviceName
  const send = () => (isRight ? onSend(name.trim()) : setChecked(true))
  const isWrong = isChecked && !isRight
  return (
    <Modal
      open
      title={t('equipment:control.confirmTitle', { effect })}
      okText={effect}
      okButtonProps={{ danger: true }}
      transitionName=""
      maskTransitionName=""
      onOk={send}
      onCancel={onClose}
      {...(isHeld && {
        footer: (
          <>
            <Button onClick={onClose}>{t('common:buttons.cancel')}</Button>
            <HoldButton ms={holdMs} describedBy={id} onHeld={() => onSend(row.deviceName)}>
              {t('equipment:control.hold', { effect })}
            </HoldButton>
          </>
        ),
      })}
    >
      <p>
        {t('equipment:control.confirmBody', {
          device: row.deviceName,
          name: switchLabel(t, row),
          effect,
        })}
      </p>
      <p>
        {t('equipment:control.confirmPlace')}{' '}
        <strong>{[row.areaName, row.landName].filter(Boolean).join(' · ')}</strong>
      </p>
      {isHeld ? (
        <p id={id}>{t('equipment:control.holdHint')}</p>
      ) : (
        <Form component={false} layout="vertical">
          <Form.Item
            htmlFor={id}
            label={t('equipment:control.confirmLabel', { device: row.deviceName })}
            validateStatus={isWrong ? 'error' : undefined}
            help={
              isWrong ? (
                <span id={`${id}-note`} role="alert">
                  {t('equipment:control.confirmWrong')}
                </span>
              ) : undefined
            }
          >
            <Input
              id={id}
              autoFocus
              autoComplete="off"
              maxLength={60}
              value={name}
              aria-describedby={isWrong ? `${id}-note` : undefined}
              onChange={(event) => setName(event.target.value)}
              onPressEnter={send}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  )
}
