import { useQuery } from '@tanstack/react-query'
import { Alert, Form, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { channelOf, type Reading } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { addCollection } from '#contract/equipment/collection-calls.ts'
import { deviceNames, latestValues } from '#contract/equipment/device-calls.ts'
import { call } from '#src/api/call.ts'
import { DeviceSelect } from '#src/devices/DeviceSelect.tsx'
import { channelLabel } from '#src/devices/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import type { DeviceRow } from './use-device.ts'

const isGathered = (reading: Reading | undefined) =>
  reading !== undefined && !reading.isInternal && !reading.isCalculated

/** Chooses a device of the gateway's base, and which of its channels are gathered. */
export function CollectionDialog({ row, onClose }: { row: DeviceRow; onClose: () => void }) {
  const t = useLabels({ module: 'equipment' })
  const id = useId()
  const [deviceId, setDevice] = useState<number | null>(null)
  const [metrics, setMetrics] = useState<string[]>([])
  const { run, isBusy, problem, fields, setFields } = useSubmit()
  const { data: names = [] } = useQuery({
    queryKey: ['device-names', '', row.areaId],
    queryFn: ({ signal }) => call(deviceNames, { areaId: row.areaId }, { quiet: true, signal }),
    staleTime: 30_000,
  })
  const { data: latest } = useQuery({
    queryKey: ['device', deviceId, 'gatherable'],
    enabled: deviceId !== null,
    queryFn: ({ signal }) => call(latestValues, { id: deviceId! }, { quiet: true, signal }),
  })
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
  const save = async () => {
    if (deviceId === null) return setFields({ deviceId: t('errors:field.required') })
    if (metrics.length === 0) return setFields({ metrics: t('errors:field.required') })
    if (
      !(await run(
        async () =>
          void (await call(addCollection, { id: row.id, deviceId, metrics }, { quiet: true })),
      ))
    )
      return
    toast({ text: t('equipment:collection.saved'), tone: 'good' })
    onClose()
  }
  const item = (field: 'deviceId' | 'metrics') => ({
    htmlFor: `${id}${field}`,
    validateStatus: fields[field] ? ('error' as const) : undefined,
  })
  const said = (field: string) =>
    fields[field] ? <span role="alert">{fields[field]}</span> : undefined
  return (
    <Modal
      open
      title={t('equipment:collection.add')}
      okText={t('common:buttons.save')}
      confirmLoading={isBusy}
      transitionName=""
      maskTransitionName=""
      onOk={() => void save()}
      onCancel={onClose}
    >
      {problem && Object.keys(fields).length === 0 && (
        <Alert type="error" showIcon message={problem} className="kit-form-note" />
      )}
      <Form component={false} layout="vertical">
        <Form.Item
          required
          label={t('equipment:collection.device')}
          {...item('deviceId')}
          help={said('deviceId')}
        >
          <DeviceSelect
            id={`${id}deviceId`}
            value={deviceId}
            areaId={row.areaId}
            except={row.id}
            disabled={isBusy}
            isWrong={fields.deviceId !== undefined}
            onChange={(next) => (setDevice(next), setMetrics([]))}
          />
        </Form.Item>
        <Form.Item
          required
          label={t('equipment:collection.channels')}
          {...item('metrics')}
          help={said('metrics') ?? t('equipment:collection.channelsHelp')}
        >
          <Select
            id={`${id}metrics`}
            mode="multiple"
            className="kit-full"
            optionFilterProp="label"
            value={metrics}
            options={options}
            disabled={isBusy || deviceId === null}
            onChange={setMetrics}
          />
        </Form.Item>
      </Form>
    </Modal>
  )
}
