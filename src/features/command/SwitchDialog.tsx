import { Input, Select, Switch } from 'antd'
import { useState } from 'react'
import { z } from 'zod'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf, typesOf } from '#contract/devices/switch-places.ts'
import { deviceSwitch, type SwitchRow } from '#contract/command/switch.ts'
import { fieldLabel, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { placeLabel } from './control-words.ts'
import { DeviceSelect } from '#src/features/equipment/DeviceSelect.tsx'

const edit = {
  endpoint: deviceSwitch.api.edit,
  access: { code: deviceSwitch.permissions.edit },
  input: z.record(z.string(), z.unknown()),
}

/** Names a switch, says how it shows itself and what it drives. */
export function SwitchDialog({ row, onClose }: { row: SwitchRow; onClose: () => void }) {
  const t = useLabels(deviceSwitch)
  const [value, setValue] = useState({
    name: row.name ?? '',
    switchType: row.type,
    relatedEquip: row.relatedEquip,
    enabledFlag: row.enabledFlag,
    irrigatesFlag: row.irrigatesFlag,
  })
  const saving = useCallMutation(edit, { onDone: onClose })
  const set = (change: Partial<typeof value>) => setValue((now) => ({ ...now, ...change }))
  const place = placeOf(deviceTypeNamed(row.deviceType), row.channel)!
  const save = () =>
    saving.send({
      ...value,
      id: row.id,
      objectVersionNumber: row.objectVersionNumber,
      name: value.name.trim() || null,
      relatedEquip: value.switchType === 'related' ? value.relatedEquip : null,
    })
  const item = (
    name: 'name' | 'switchType' | 'relatedEquip' | 'enabledFlag' | 'irrigatesFlag',
  ) => ({ name, label: fieldLabel(t, deviceSwitch, name) })
  return (
    <Dialog
      title={t('equipment:control.edit', { name: placeLabel(t, row.deviceType, place) })}
      okText={t('common:buttons.save')}
      sending={saving}
      onOk={save}
      onClose={onClose}
    >
      <FieldItem {...item('name')}>
        <Input
          maxLength={40}
          value={value.name}
          placeholder={t('equipment:control.defaultName', {
            name: placeLabel(t, row.deviceType, place),
          })}
          onChange={(event) => set({ name: event.target.value })}
        />
      </FieldItem>
      <FieldItem {...item('switchType')}>
        <Select
          value={value.switchType}
          options={typesOf(row.kind, place.about.isMotor).map((one) => ({
            value: one,
            label: optionLabel(t, deviceSwitch, 'switchType', one),
          }))}
          onChange={(switchType) => set({ switchType })}
        />
      </FieldItem>
      {value.switchType === 'related' && (
        <FieldItem required {...item('relatedEquip')}>
          {(id) => (
            <DeviceSelect
              id={id}
              value={value.relatedEquip}
              chosen={
                row.relatedEquip === null
                  ? null
                  : { value: row.relatedEquip, label: row.relatedEquipName ?? '' }
              }
              isWrong={saving.fields.relatedEquip !== undefined}
              onChange={(relatedEquip) => set({ relatedEquip })}
            />
          )}
        </FieldItem>
      )}
      {(place.about.irrigates === 'marked' || place.about.irrigates === 'unmarked') && (
        <FieldItem {...item('irrigatesFlag')} extra={t('equipment:control.irrigatesNote')}>
          <Switch
            checked={value.irrigatesFlag === 1}
            onChange={(isOn) => set({ irrigatesFlag: isOn ? 1 : 0 })}
          />
        </FieldItem>
      )}
      <FieldItem {...item('enabledFlag')}>
        <Switch
          checked={value.enabledFlag === 1}
          onChange={(isOn) => set({ enabledFlag: isOn ? 1 : 0 })}
        />
      </FieldItem>
    </Dialog>
  )
}
