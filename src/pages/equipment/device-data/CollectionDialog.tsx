import { Select } from 'antd'
import { useState } from 'react'
import { channelOf, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { addCollection } from '#contract/command/collection-calls.ts'
import { deviceNames, latestValues } from '#contract/equipment/device-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { DeviceSelect } from '#src/features/equipment/DeviceSelect.tsx'
import { channelLabel } from '#src/features/equipment/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import type { DeviceRow } from './use-device.ts'

const isGathered = (reading: Reading | undefined) =>
  reading !== undefined && !reading.isInternal && !reading.isCalculated

/** Chooses a device of the gateway's base, and which of its channels are gathered. */
export function CollectionDialog({ row, onClose }: { row: DeviceRow; onClose: () => void }) {
  const t = useLabels({ module: 'equipment' })
  const [deviceId, setDevice] = useState<number | null>(null)
  const [metrics, setMetrics] = useState<string[]>([])
  const { data: names = [] } = useCall(deviceNames, { areaId: row.areaId }, { staleTime: 30_000 })
  const { data: latest } = useCall(latestValues, { id: deviceId! }, { enabled: deviceId !== null })
  const deviceType = names.find((one) => one.id === deviceId)?.deviceType
  const options =
    deviceType && latest
      ? latest
          .filter(({ metric }) =>
            isGathered(channelOf(deviceTypeNamed(deviceType), metric)?.reading),
          )
          .map(({ metric }) => ({
            value: metric,
            label: channelLabel(t, deviceType, deviceTypeNamed(deviceType), metric),
          }))
      : []
  const add = useCallMutation(addCollection, {
    said: t('equipment:collection.saved'),
    onDone: onClose,
  })
  const save = () => {
    if (deviceId === null) return add.setFields({ deviceId: t('errors:field.required') })
    if (metrics.length === 0) return add.setFields({ metrics: t('errors:field.required') })
    return add.send({ id: row.id, deviceId, metrics })
  }
  return (
    <Dialog
      title={t('equipment:collection.add')}
      okText={t('common:buttons.save')}
      sending={add}
      onOk={save}
      onClose={onClose}
    >
      <FieldItem name="deviceId" required label={t('equipment:collection.device')}>
        {(id) => (
          <DeviceSelect
            id={id}
            value={deviceId}
            areaId={row.areaId}
            except={row.id}
            isWrong={add.fields.deviceId !== undefined}
            onChange={(next) => (setDevice(next), setMetrics([]))}
          />
        )}
      </FieldItem>
      <FieldItem
        name="metrics"
        required
        label={t('equipment:collection.channels')}
        help={t('equipment:collection.channelsHelp')}
      >
        <Select
          mode="multiple"
          className="kit-full"
          optionFilterProp="label"
          value={metrics}
          options={options}
          disabled={deviceId === null}
          onChange={setMetrics}
        />
      </FieldItem>
    </Dialog>
  )
}
