import { Alert, Button, Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  choicesOf,
  needsConfirmation,
  switchPlaces,
  typesOf,
} from '#contract/devices/switch-places.ts'
import { controlDevices, type SwitchRow } from '#contract/equipment/switch.ts'
import { call } from '#src/api/call.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { effectLabel, placeLabel } from './control-words.ts'
import { GroupOutcome } from './GroupOutcome.tsx'
import { limitFault } from './limit-fault.ts'
import { NumberBox, type Typed } from './NumberBox.tsx'
import './control.css'

type Results = Awaited<ReturnType<typeof send>>
const send = (deviceIds: number[], channel: string, value: number) =>
  call(controlDevices, { deviceIds, channel, value }, { quiet: true })

/** The same command to all chosen devices of a type; each answers for itself. */
export default function GroupControlDialog({ row, rows, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  const [value, setValue] = useState<Typed>(null)
  const [results, setResults] = useState<Results>()
  const { run, isBusy, problem, fields } = useSubmit()
  const types = [...new Set(rows.map((row) => String(row.deviceType)))]
  const options = types.flatMap((deviceType) =>
    switchPlaces(deviceTypeNamed(deviceType)).map((place) => ({
      ...place,
      deviceType,
      key: `${deviceType}/${place.channel}`,
    })),
  )
  const target = options.find(({ key }) => key === chosen)
  const reading = target && deviceTypeNamed(target.deviceType).readings[target.about.reading]!
  const devices = rows.filter(({ deviceType }) => deviceType === target?.deviceType)
  const isRight = typeof value === 'number' && limitFault(t, value, reading ?? {}) === null
  const order = () =>
    isRight &&
    run(async () =>
      setResults(
        await send(
          devices.map((device) => device.id),
          target!.channel,
          value as number,
        ),
      ),
    )
  // Of a group its name; before something is chosen all devices, then those that will do it.
  const title = row.deviceIds
    ? t('equipment:control.group.titleOf', { name: row.name })
    : t('equipment:control.group.title')
  const named = target ? devices : rows
  const kind = target?.about.kind as SwitchRow['kind'] | undefined
  if (results) {
    return (
      <Modal
        open
        title={title}
        transitionName=""
        maskTransitionName=""
        onCancel={() => onClose(true)}
        footer={<Button onClick={() => onClose(true)}>{t('common:buttons.close')}</Button>}
      >
        <GroupOutcome
          results={results}
          isBusy={isBusy}
          nameOf={(device) => String(rows.find((row) => row.id === device)?.name ?? device)}
          onRetry={(failed) =>
            void run(async () => {
              const again = await send(failed, target!.channel, value as number)
              setResults(
                results.map(
                  (one) => again.find(({ deviceId }) => deviceId === one.deviceId) ?? one,
                ),
              )
            })
          }
        />
        {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      </Modal>
    )
  }
  return (
    <Modal
      open
      title={title}
      okText={t('equipment:control.group.send')}
      confirmLoading={isBusy}
      okButtonProps={{ disabled: !target || value === null || devices.length === 0 }}
      transitionName=""
      maskTransitionName=""
      onOk={() => void order()}
      onCancel={() => onClose(false)}
    >
      <p>
        {t('kit:list.selected', { count: rows.length })}
        {t('equipment:control.group.colon')}
        {named.map(({ name }) => String(name)).join(t('equipment:alarmNotice.comma'))}
      </p>
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      {options.length === 0 ? (
        <EmptyState variant="noData" height={120}>
          {t('equipment:control.group.nothing')}
        </EmptyState>
      ) : (
        <Form component={false} layout="vertical">
          <Form.Item
            required
            htmlFor={`${id}what`}
            label={t('equipment:control.group.what')}
            help={
              target &&
              `${t('equipment:control.group.chosen', { count: devices.length })}${devices.length < rows.length ? ` · ${t('equipment:control.group.others', { count: rows.length - devices.length })}` : ''}`
            }
          >
            <Select
              id={`${id}what`}
              value={chosen}
              disabled={isBusy}
              onChange={(key) => (setChosen(key), setValue(null))}
              options={options.map((option) => ({
                value: option.key,
                label: t('equipment:control.group.device', {
                  type: t(`equipment:deviceTypes.${option.deviceType}`),
                  name: placeLabel(t, option.deviceType, option),
                }),
              }))}
            />
          </Form.Item>
          {target && kind && (
            <Form.Item
              required
              htmlFor={`${id}value`}
              label={t('equipment:control.group.value')}
              validateStatus={fields.value ? 'error' : undefined}
              help={fields.value ?? (target.about.danger && t('equipment:control.group.dangerous'))}
            >
              {kind === 'level' ? (
                <NumberBox
                  id={`${id}value`}
                  className="kit-full"
                  limits={reading!}
                  value={value}
                  disabled={isBusy}
                  onChange={setValue}
                />
              ) : (
                <Select
                  id={`${id}value`}
                  value={value as number | null}
                  disabled={isBusy}
                  onChange={setValue}
                  options={choicesOf(kind, typesOf(kind)[0]!)
                    .filter(({ value: code }) => !needsConfirmation(target.about, code))
                    .map(({ value: code, effect }) => ({
                      value: code,
                      label: effectLabel(t, effect, target),
                    }))}
                />
              )}
            </Form.Item>
          )}
        </Form>
      )}
    </Modal>
  )
}
