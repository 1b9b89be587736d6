import { Alert, Form, Input, Modal, Select, Switch } from 'antd'
import { useId, useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf, typesOf } from '#contract/devices/switch-places.ts'
import { deviceSwitch, type SwitchRow } from '#contract/equipment/switch.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { sendAction } from '#src/kit/actions/use-run-action.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { placeLabel } from './control-words.ts'
import { DeviceSelect } from './DeviceSelect.tsx'

/** Names a switch, says how it shows itself and what it drives. */
export function SwitchDialog({ row, onClose }: { row: SwitchRow; onClose: () => void }) {
  const t = useLabels(deviceSwitch)
  const id = useId()
  const [value, setValue] = useState({
    name: row.name ?? '',
    switchType: row.type,
    relatedEquip: row.relatedEquip,
    enabledFlag: row.enabledFlag,
    irrigatesFlag: row.irrigatesFlag,
  })
  const { run, isBusy, problem, fields } = useSubmit()
  const set = (change: Partial<typeof value>) => setValue((now) => ({ ...now, ...change }))
  const place = placeOf(deviceTypeNamed(row.deviceType), row.channel)!
  const save = async () => {
    const input = {
      ...value,
      name: value.name.trim() || null,
      relatedEquip: value.switchType === 'related' ? value.relatedEquip : null,
    }
    if (await run(() => sendAction(deviceSwitch, 'edit', row, input))) onClose()
  }
  const item = (
    name: 'name' | 'switchType' | 'relatedEquip' | 'enabledFlag' | 'irrigatesFlag',
  ) => ({
    htmlFor: `${id}${name}`,
    label: fieldLabel(t, deviceSwitch, name),
    validateStatus: fields[name] ? ('error' as const) : undefined,
    help: fields[name] ? <span role="alert">{fields[name]}</span> : undefined,
  })
  return (
    <Modal
      open
      title={t('equipment:control.edit', { name: placeLabel(t, row.deviceType, place) })}
      confirmLoading={isBusy}
      okText={t('common:buttons.save')}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      <Form component={false} layout="vertical">
        <Form.Item {...item('name')}>
          <Input
            id={`${id}name`}
            maxLength={40}
            value={value.name}
            placeholder={t('equipment:control.defaultName', {
              name: placeLabel(t, row.deviceType, place),
            })}
            disabled={isBusy}
            onChange={(event) => set({ name: event.target.value })}
          />
        </Form.Item>
        <Form.Item {...item('switchType')}>
          <Select
            id={`${id}switchType`}
            value={value.switchType}
            disabled={isBusy}
            options={typesOf(row.kind, place.about.isMotor).map((one) => ({
              value: one,
              label: optionLabel(t, deviceSwitch, 'switchType', one),
            }))}
            onChange={(switchType) => set({ switchType })}
          />
        </Form.Item>
        {value.switchType === 'related' && (
          <Form.Item required {...item('relatedEquip')}>
            <DeviceSelect
              id={`${id}relatedEquip`}
              value={value.relatedEquip}
              chosen={
                row.relatedEquip === null
                  ? null
                  : { value: row.relatedEquip, label: row.relatedEquipName ?? '' }
              }
              disabled={isBusy}
              isWrong={fields.relatedEquip !== undefined}
              onChange={(relatedEquip) => set({ relatedEquip })}
            />
          </Form.Item>
        )}
        {(place.about.irrigates === 'marked' || place.about.irrigates === 'unmarked') && (
          <Form.Item {...item('irrigatesFlag')} extra={t('equipment:control.irrigatesNote')}>
            <Switch
              id={`${id}irrigatesFlag`}
              checked={value.irrigatesFlag === 1}
              disabled={isBusy}
              onChange={(isOn) => set({ irrigatesFlag: isOn ? 1 : 0 })}
            />
          </Form.Item>
        )}
        <Form.Item {...item('enabledFlag')}>
          <Switch
            id={`${id}enabledFlag`}
            checked={value.enabledFlag === 1}
            disabled={isBusy}
            onChange={(isOn) => set({ enabledFlag: isOn ? 1 : 0 })}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
