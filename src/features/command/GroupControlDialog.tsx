import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { controlDevices } from '#contract/command/switch.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { orderText, placeLabel } from './control-words.ts'
import { groupChoices } from './group-words.ts'
import { GroupOutcome } from './GroupOutcome.tsx'
import { limitFault } from '#src/features/equipment/limit-fault.ts'
import { NumberBox, type Typed } from './NumberBox.tsx'
import { OnlineCell } from '#src/features/equipment/OnlineCell.tsx'
import './control.css'

type Results = z.infer<typeof controlDevices.answer>

/** The same command to all chosen devices of a type; each answers for itself. */
export default function GroupControlDialog({ row, rows, onClose }: ActionDialogProps) {
  const t = useLabels({ module: 'equipment' })
  const types = [...new Set(rows.map((one) => String(one.deviceType)))]
  const options = types.flatMap((deviceType) =>
    switchPlaces(deviceTypeNamed(deviceType)).map((place) => ({
      ...place,
      deviceType,
      key: `${deviceType}/${place.channel}`,
    })),
  )
  const switches = options.filter(({ about }) => about.kind === 'switch')
  const [chosen, setChosen] = useState(switches.length === 1 ? switches[0]!.key : undefined)
  const [value, setValue] = useState<Typed>(null)
  const [results, setResults] = useState<Results>()
  const sending = useCallMutation(controlDevices, {
    onDone: (answers) =>
      setResults(
        (before) =>
          before?.map((one) => answers.find(({ deviceId }) => deviceId === one.deviceId) ?? one) ??
          answers,
      ),
  })
  const target = options.find(({ key }) => key === chosen)
  const reading = target && deviceTypeNamed(target.deviceType).readings[target.about.reading]!
  const devices = rows.filter(({ deviceType }) => deviceType === target?.deviceType)
  const isRight = typeof value === 'number' && limitFault(t, value, reading ?? {}) === null
  const send = (deviceIds: number[], to = value as number) =>
    sending.send({ deviceIds, channel: target!.channel, value: to })
  // What one press opened, one press closes again.
  const canClose = target?.about.kind === 'switch' || (target?.about.irrigates ?? false) === true
  // Of a group its name; before something is chosen all devices, then those that will do it.
  const title = row.deviceIds
    ? t('equipment:control.group.titleOf', { name: row.name })
    : t('equipment:control.group.title')
  if (results) {
    return (
      <Dialog
        title={title}
        okText={t('common:buttons.close')}
        sending={sending}
        isDone
        footer={<Button onClick={() => onClose(true)}>{t('common:buttons.close')}</Button>}
        onOk={() => onClose(true)}
        onClose={() => onClose(true)}
      >
        <GroupOutcome
          results={results}
          isBusy={sending.isBusy}
          nameOf={(device) => String(rows.find(({ id }) => id === device)?.name ?? device)}
          onRetry={(failed) => void send(failed)}
          onClose={canClose && value !== 0 ? (opened) => void send(opened, 0) : undefined}
        />
      </Dialog>
    )
  }
  const left = rows.length - devices.length
  return (
    <Dialog
      title={title}
      okText={
        target && isRight
          ? t('equipment:control.group.verbs', {
              verbs: orderText(t, { ...target, kind: target.about.kind, type: 'plain' }, value),
              count: devices.length,
            })
          : t('equipment:control.group.send')
      }
      sending={sending}
      isLacking={!target || !isRight || devices.length === 0}
      onOk={() => send(devices.map(({ id }) => id))}
      onClose={() => onClose(false)}
    >
      {options.length === 0 ? (
        <EmptyState variant="noData" height={120}>
          {t('equipment:control.group.nothing')}
        </EmptyState>
      ) : (
        <>
          <FieldItem
            required
            name="channel"
            label={t('equipment:control.group.what')}
            help={target && left > 0 && t('equipment:control.group.others', { count: left })}
          >
            <Select
              value={chosen}
              onChange={(key) => (setChosen(key), setValue(null))}
              options={options.map((option) => ({
                value: option.key,
                label: t('equipment:control.group.device', {
                  type: t(`equipment:deviceTypes.${option.deviceType}`),
                  name: placeLabel(t, option.deviceType, option),
                }),
              }))}
            />
          </FieldItem>
          {target && (
            <FieldItem
              required
              name="value"
              label={t('equipment:control.group.value')}
              help={target.about.danger && t('equipment:control.group.dangerous')}
            >
              {target.about.kind === 'level' ? (
                <NumberBox
                  className="kit-full"
                  limits={reading!}
                  value={value}
                  onChange={setValue}
                />
              ) : (
                <Radio.Group
                  optionType="button"
                  aria-label={t('equipment:control.group.value')}
                  value={value}
                  options={groupChoices(t, target.deviceType, target)}
                  onChange={(event) => setValue(event.target.value as number)}
                />
              )}
            </FieldItem>
          )}
        </>
      )}
      <section aria-label={t('equipment:control.group.devices')}>
        <p>{t('equipment:control.group.chosen', { count: (target ? devices : rows).length })}</p>
        <ul className="control-results">
          {(target ? devices : rows).map((one) => (
            <li key={one.id}>
              <span>{String(one.name)}</span>
              <OnlineCell row={one} />
            </li>
          ))}
        </ul>
      </section>
    </Dialog>
  )
}
