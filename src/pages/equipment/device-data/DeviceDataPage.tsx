import { Button } from 'antd'
import { Suspense, type ReactNode, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { understands } from '#contract/devices/protocols.ts'
import { deviceTypes } from '#contract/devices/index.ts'
import type { DeviceType } from '#contract/devices/device-type.ts'
import { WatchNearby } from '#src/features/camera/WatchNearby.tsx'
import { ControlTiles } from '#src/features/command/ControlTiles.tsx'
import { viewOf } from '#src/features/equipment/views/index.ts'
import type { Reported } from '#src/features/equipment/reading-words.ts'
import { useDeviceRights } from '#src/features/equipment/use-device-rights.ts'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { usePageName } from '#src/kit/definition/page-name.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { CommandList } from './CommandList.tsx'
import { CalculatedList } from './CalculatedList.tsx'
import { CollectionPanel } from './CollectionPanel.tsx'
import { ConnectPanel } from './ConnectPanel.tsx'
import { Curves } from './Curves.tsx'
import { DeviceAlarms } from './DeviceAlarms.tsx'
import { DevicePicture } from './DevicePicture.tsx'
import { Diagnosis } from './Diagnosis.tsx'
import { FaultList } from './FaultList.tsx'
import { LatestValues } from './LatestValues.tsx'
import { LoraPanel } from './LoraPanel.tsx'
import { MessageList } from './MessageList.tsx'
import { OutageList } from './OutageList.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import { settable, SettingsPanel } from './SettingsPanel.tsx'
import { StrategyPanel } from './StrategyPanel.tsx'
import { TypeCorrection } from './TypeCorrection.tsx'
import { useDeviceRow, type DeviceRow } from './use-device.ts'
import './device-data.css'

const asked = ['edit']

/** What a device reports: now, over time, and letter by letter. */
export default function DeviceDataPage() {
  const id = Number(useParams().id)
  return Number.isSafeInteger(id) && id > 0 ? <DeviceData key={id} id={id} /> : <NotFound />
}

function DeviceData({ id }: { id: number }) {
  const resource = useResource()
  const t = useLabels(resource.entity)
  const may = usePermissions(resource, asked)
  const rights = useDeviceRights()
  const { data: row, error, refetch } = useDeviceRow(resource.entity, id)
  usePageName(row?.name)
  // How it connects stays where it was while its first message comes: the secret that is shown once
  // stands there.
  const [isNew, setNew] = useState<boolean>()
  if (row && isNew === undefined) setNew(!row.lastSeenAt)
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!row) return <ListSkeleton rows={8} />
  const type: DeviceType = deviceTypes[row.deviceType]
  const { Drawing, panel } = viewOf(row.deviceType)
  return (
    <section className="kit-page device-data" aria-label={row.name}>
      <Head row={row} mayControl={rights.control ?? false}>
        <WatchNearby serial={row.eui} landId={row.landId ?? null} cameraId={row.cameraId ?? null} />
        <DevicePicture row={row} mayEdit={may?.edit} onChanged={refetch} />
      </Head>
      {!row.lastSeenAt && may?.edit && <TypeCorrection row={row} />}
      {isNew && rights.credential && <ConnectPanel row={row} type={type} />}
      {row.online !== 1 && (
        <Diagnosis
          row={row}
          overLorawan={Boolean(row.codecId) || type.overLorawan === true}
          mayCredential={rights.credential ?? false}
        />
      )}
      {Drawing && (
        <Suspense>
          <Drawing readings={row.readings as Reported[]} />
        </Suspense>
      )}
      {panel ? (
        <Suspense>
          <panel.Panel deviceId={id} may={rights} />
        </Suspense>
      ) : (
        <ControlTiles
          deviceId={id}
          mayControl={rights.control ?? false}
          mayEdit={may?.edit ?? false}
        />
      )}
      {settable(row, type).length > 0 && (
        <SettingsPanel row={row} type={type} mayEdit={may?.edit ?? false} />
      )}
      {type.strategies && (
        <StrategyPanel
          row={row}
          type={type}
          mayControl={rights.control ?? false}
          mayEdit={may?.edit ?? false}
        />
      )}
      {type.isCollector && <CollectionPanel row={row} mayEdit={may?.edit ?? false} />}
      {row.lastSeenAt && (
        <>
          <LatestValues row={row} type={type} />
          <CalculatedList row={row} />
          <Curves row={row} type={type} />
        </>
      )}
      {(type.overLorawan || row.codecId) && (
        <LoraPanel
          row={row}
          type={type}
          mayEdit={may?.edit ?? false}
          mayKeys={rights.credential ?? false}
          mayControl={rights.control ?? false}
        />
      )}
      <DeviceAlarms id={id} />
      {Object.values(type.readings).some(({ isFault }) => isFault) && (
        <FaultList row={row} type={type} />
      )}
      {type.actuators && <CommandList id={id} />}
      {isNew === false && rights.credential && <ConnectPanel row={row} type={type} />}
      <div className="device-logs">
        <section>
          <h3>{t('equipment:deviceData.messages')}</h3>
          <MessageList id={id} />
        </section>
        <section>
          <h3>{t('equipment:deviceData.outages')}</h3>
          <OutageList id={id} />
        </section>
      </div>
    </section>
  )
}

function Head({
  row,
  mayControl,
  children,
}: {
  row: DeviceRow
  mayControl: boolean
  children: ReactNode
}) {
  const { entity, screen } = useResource()
  const t = useLabels(entity)
  const zone = useTimeZone()
  const navigate = useNavigate()
  const place = [row.areaIdName, row.landIdName].filter(Boolean).join(' · ')
  return (
    <header className="device-head">
      <Button className="kit-back" onClick={() => void navigate(screen.route)}>
        {t('common:buttons.back')}
      </Button>
      <h2>{row.name}</h2>
      <StatusTag tone={row.online === 1 ? 'good' : 'quiet'}>
        {t(row.online === 1 ? 'equipment:deviceData.online' : 'equipment:deviceData.offline')}
      </StatusTag>
      <Link className="kit-link" to={`${screen.route}/info/${row.id}`}>
        {t('common:actions.show')}
      </Link>
      {mayControl && understands(deviceTypes[row.deviceType], row.dialect, 'report') && (
        <RefreshButton id={row.id} isOnline={row.online === 1} />
      )}
      {children}
      <p>
        {[
          t(`equipment:deviceTypes.${row.deviceType}`),
          row.eui,
          place,
          row.lastSeenAt
            ? t('equipment:deviceData.lastSeen', { at: momentOf(row.lastSeenAt, zone) })
            : t('equipment:deviceData.neverSeen'),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </header>
  )
}
