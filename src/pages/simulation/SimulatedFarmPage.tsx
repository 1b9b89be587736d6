import { Alert, Input, Select, Table } from 'antd'
import { useState } from 'react'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import {
  breakDevice,
  faultsOf,
  simulatedFarm,
  type FarmFault,
  type SimulatedDeviceRow,
} from '#contract/simulation/simulated-farm.ts'
import { DevicePlace } from '#src/features/equipment/DevicePlace.tsx'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useDefinition } from '#src/kit/definition/definition-context.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import './simulated-farm.css'

const well = 'well'
const asked = ['break']

/** The devices that the demo plays: what is wrong with each, and a way to break and mend it. */
export default function SimulatedFarmPage() {
  const t = useLabels({ module: 'equipment' })
  const may = usePermissions(useDefinition(), asked)
  const isNarrow = useNarrow()
  const [sought, setSought] = useState('')
  const { data, error, refetch } = useCall(simulatedFarm, {})
  const breaking = useCallAction(breakDevice, { invalidates: [simulatedFarm] })
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={8} />
  const set = (row: SimulatedDeviceRow, fault: FarmFault | null) =>
    breaking.send({ id: row.id, fault })
  const typeOf = (row: SimulatedDeviceRow) => t(`equipment:deviceTypes.${row.deviceType}`)
  const rows = data.filter((row) =>
    `${row.name} ${typeOf(row)} ${row.landName ?? ''}`
      .toLowerCase()
      .includes(sought.trim().toLowerCase()),
  )
  const name = (row: SimulatedDeviceRow) => (
    <DevicePlace id={row.id} name={row.name} type={row.deviceType} className="" />
  )
  const online = (row: SimulatedDeviceRow) => (
    <StatusTag tone={row.online === 1 ? 'good' : 'quiet'}>
      {t(row.online === 1 ? 'equipment:deviceData.online' : 'equipment:deviceData.offline')}
    </StatusTag>
  )
  const choice = (row: SimulatedDeviceRow) => (
    <Select
      className="simulated-fault"
      aria-label={t('equipment:simulatedFarm.faultOf', { name: row.name })}
      value={row.fault ?? well}
      disabled={!may?.break}
      status={row.fault ? 'warning' : ''}
      onChange={(fault) => void set(row, fault === well ? null : (fault as FarmFault))}
      options={[well, ...faultsOf(deviceTypeNamed(row.deviceType))].map((value) => ({
        value,
        label: t(`equipment:simulatedFarm.faults.${value}`),
        title: t(`equipment:simulatedFarm.about.${value}`),
      }))}
      popupMatchSelectWidth={false}
    />
  )
  return (
    <section className="kit-page" aria-label={t('equipment:simulatedFarm.title')}>
      <Alert type="info" showIcon message={t('equipment:simulatedFarm.note')} />
      <Input.Search
        className="simulated-search"
        allowClear
        placeholder={t('equipment:simulatedFarm.search')}
        aria-label={t('equipment:simulatedFarm.search')}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {isNarrow ? (
        <ul className="kit-cards">
          {rows.map((row) => (
            <li key={row.id} className="kit-card">
              <div className="simulated-card">
                <strong>{name(row)}</strong>
                {online(row)}
              </div>
              <p>{[typeOf(row), row.landName].filter(Boolean).join(' · ')}</p>
              {choice(row)}
              <small>{t(`equipment:simulatedFarm.about.${row.fault ?? well}`)}</small>
            </li>
          ))}
        </ul>
      ) : (
        <Table<SimulatedDeviceRow>
          className="kit-table"
          size="middle"
          rowKey="id"
          dataSource={rows}
          pagination={false}
          columns={[
            {
              key: 'name',
              title: t('equipment:device.fields.name'),
              render: (_, row) => name(row),
            },
            {
              key: 'deviceType',
              title: t('equipment:device.fields.deviceType'),
              render: (_, row) => typeOf(row),
            },
            {
              key: 'land',
              title: t('equipment:device.fields.landId'),
              render: (_, row) => row.landName ?? '',
            },
            {
              key: 'online',
              title: t('equipment:device.fields.online'),
              render: (_, row) => online(row),
            },
            {
              key: 'fault',
              title: t('equipment:simulatedFarm.fault'),
              render: (_, row) => choice(row),
            },
            {
              key: 'about',
              title: t('equipment:simulatedFarm.effect'),
              render: (_, row) => t(`equipment:simulatedFarm.about.${row.fault ?? well}`),
            },
          ]}
        />
      )}
    </section>
  )
}
