import { Alert, Button, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { deviceTypeNames, type DeviceTypeName } from '#contract/devices/index.ts'
import { deviceManagerScreen } from '#contract/equipment/device.ts'
import { correctType } from '#contract/equipment/device-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { invalidateAbout } from '#src/kit/calls/queries.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { DeviceRow } from './use-device.ts'

/**
 * Of a device that never reported: what to do next, and another type where it was taken for the
 * wrong one.
 */
export function TypeCorrection({ row }: { row: DeviceRow }) {
  const t = useLabels({ module: 'equipment' })
  const navigate = useNavigate()
  const pathTo = useDevicePath()
  const [type, setType] = useState<DeviceTypeName>(row.deviceType)
  const { send, isBusy, problem } = useCallMutation(correctType, {
    onDone: async () => {
      await invalidateAbout(row.id)
      void navigate(pathTo(row.id, type) ?? deviceManagerScreen.route, { replace: true })
    },
  })
  return (
    <section className="device-correction" aria-label={t('equipment:connect.wrongType')}>
      <p>{t('equipment:connect.next')}</p>
      {problem && <Alert type="error" showIcon message={problem} />}
      <span>
        <Select
          aria-label={t('equipment:device.fields.deviceType')}
          showSearch
          optionFilterProp="label"
          popupMatchSelectWidth={false}
          value={type}
          disabled={isBusy}
          onChange={setType}
          options={deviceTypeNames.map((value) => ({
            value,
            label: t(`equipment:deviceTypes.${value}`),
          }))}
        />
        <Button
          disabled={type === row.deviceType}
          loading={isBusy}
          onClick={() => void send({ id: row.id, deviceType: type })}
        >
          {t('equipment:connect.correct')}
        </Button>
      </span>
    </section>
  )
}
