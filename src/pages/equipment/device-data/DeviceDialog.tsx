import { Modal, Tabs } from 'antd'
import { Suspense, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { deviceTypes } from '#contract/devices/index.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import { deviceIn, withDevice } from '#src/features/equipment/opened-device.ts'
import { DeviceIcon } from '#src/features/equipment/DeviceIcon.tsx'
import { ControlTiles } from '#src/features/command/ControlTiles.tsx'
import { viewOf } from '#src/features/equipment/views/index.ts'
import { OnlineCell } from '#src/features/equipment/OnlineCell.tsx'
import { useDeviceRights } from '#src/features/equipment/use-device-rights.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { BindingPanel } from './BindingPanel.tsx'
import { ChannelWordsForm } from './ChannelWordsForm.tsx'
import { CollectedData } from './CollectedData.tsx'
import { CollectionPanel } from './CollectionPanel.tsx'
import { Curves } from './Curves.tsx'
import { DevicePicture } from './DevicePicture.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import { SettingsPanel } from './SettingsPanel.tsx'
import { StrategyPanel } from './StrategyPanel.tsx'
import { useDeviceRow, type DeviceRow } from './use-device.ts'
import './device-data.css'

const asked = ['edit']

/** What a device reports, over the list that it was opened from (1200 wide). */
export default function DeviceDialog() {
  const { search } = useLocation()
  const id = deviceIn(search)
  return id === null ? null : <Opened key={id} id={id} />
}

function Opened({ id }: { id: number }) {
  const resource = useResource()
  const t = useLabels(resource.entity)
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const { data: row, error, refetch } = useDeviceRow(resource.entity, id)
  const may = usePermissions(resource, asked)
  const rights = useDeviceRights()
  const [isNaming, setNaming] = useState(false)
  const close = () => void navigate({ pathname, search: withDevice(search, null) })
  const type: DeviceType | undefined = row && deviceTypes[row.deviceType]
  const { panel } = row ? viewOf(row.deviceType) : {}
  // A panel has the orders of its type in its own way.
  const isMoved = type !== undefined && !panel && switchPlaces(type).length > 0
  const title = row && (
    <span className="device-dialog-title">
      <DeviceIcon type={row.deviceType} isOnline={row.online === 1} />
      {row.name}
      <OnlineCell row={row as unknown as Row} />
    </span>
  )
  return (
    <Modal
      open
      width={1200}
      title={title ?? t('equipment:deviceData.title')}
      footer={null}
      onCancel={close}
      transitionName=""
      maskTransitionName=""
      className="device-dialog"
    >
      {error && <LoadFailed error={error} onRetry={() => void refetch()} />}
      {!error && !row && <ListSkeleton rows={6} />}
      {row && type && (
        <>
          <div className="device-about">
            <DevicePicture row={row} mayEdit={may?.edit} onChanged={refetch} />
            <Facts row={row as unknown as Row} />
          </div>
          <Tabs
            // The focus would move a tab that is half out of sight away from under the press, which
            // then meets another.
            onMouseDownCapture={(event) =>
              (event.target as Element).closest('[role=tab]') && event.preventDefault()
            }
            items={[
              {
                key: 'data',
                label: t('equipment:deviceData.collected'),
                children: isNaming ? (
                  <ChannelWordsForm row={row} type={type} onDone={() => setNaming(false)} />
                ) : (
                  <CollectedData
                    row={row}
                    type={type}
                    onName={may?.edit ? () => setNaming(true) : undefined}
                  />
                ),
              },
              ...(isMoved
                ? [
                    {
                      key: 'control',
                      label: t('equipment:deviceData.control'),
                      children: (
                        <div className="device-panels">
                          <ControlTiles
                            deviceId={id}
                            mayControl={rights.control ?? false}
                            mayEdit={may?.edit ?? false}
                          />
                          {may?.edit && <BindingPanel deviceId={id} />}
                        </div>
                      ),
                    },
                  ]
                : []),
              ...(type.strategies
                ? [
                    {
                      key: 'configure',
                      label: t('equipment:deviceData.configure'),
                      children: (
                        <Configure
                          row={row}
                          type={type}
                          mayControl={rights.control ?? false}
                          mayEdit={may?.edit ?? false}
                        />
                      ),
                    },
                    {
                      key: 'strategies',
                      label: t('equipment:strategies.title'),
                      children: (
                        <StrategyPanel
                          row={row}
                          type={type}
                          mayControl={rights.control ?? false}
                          mayEdit={may?.edit ?? false}
                        />
                      ),
                    },
                  ]
                : []),
              ...(type.isCollector
                ? [
                    {
                      key: 'collection',
                      label: t('equipment:collection.tab'),
                      children: <CollectionPanel row={row} mayEdit={may?.edit ?? false} />,
                    },
                  ]
                : []),
              ...(panel
                ? [
                    {
                      key: 'panel',
                      label: t(panel.title),
                      children: (
                        <Suspense>
                          <panel.Panel deviceId={row.id} may={rights} />
                        </Suspense>
                      ),
                    },
                  ]
                : []),
              {
                key: 'history',
                label: t('equipment:deviceData.history'),
                children: (
                  <div className="device-panels">
                    <Curves row={row} type={type} />
                  </div>
                ),
              },
            ]}
          />
        </>
      )}
    </Modal>
  )
}

/** What a gateway keeps, written to it and asked of it. */
function Configure({
  row,
  type,
  mayControl,
  mayEdit,
}: {
  row: DeviceRow
  type: DeviceType
  mayControl: boolean
  mayEdit: boolean
}) {
  return (
    <div className="device-panels">
      {mayControl && (
        <p>
          <RefreshButton id={row.id} isOnline={row.online === 1} />
        </p>
      )}
      <SettingsPanel row={row} type={type} mayEdit={mayEdit} />
    </div>
  )
}

function Facts({ row }: { row: Row }) {
  const { entity, screen } = useResource()
  const t = useLabels(entity)
  const zone = useTimeZone()
  const facts = [
    ['eui', row.eui],
    ['areaId', row.areaIdName],
    ['landId', row.landIdName],
    ['iccid', row.iccid],
    ['lastSeenAt', row.lastSeenAt && momentOf(String(row.lastSeenAt), zone)],
  ].filter(([, value]) => value)
  return (
    <div className="device-facts">
      <dl>
        {facts.map(([name, value]) => (
          <div key={String(name)}>
            <dt>{t(`equipment:device.fields.${String(name)}`)}</dt>
            <dd>{String(value)}</dd>
          </div>
        ))}
      </dl>
      <Link className="kit-link" to={`${screen.route}/data/${row.id}`}>
        {t('equipment:deviceData.wholePage')}
      </Link>
    </div>
  )
}
