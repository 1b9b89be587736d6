import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { alarms, alarmScreen } from '#contract/alarm/alarm-calls.ts'
import { device, deviceManagerScreen } from '#contract/equipment/device.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { levelText, levelTone, reasonText } from '#src/features/alarm/alarm-words.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useAnswer, useCall, type Ask } from '#src/kit/calls/use-call.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { HomeCard } from './HomeCard.tsx'

const newest = 5
interface Silent {
  id: number
  name: string
  lastSeenAt: string | null
}
const devicesCall = recordsCall<Silent>(device)
async function standing(ask: Ask, areaId: number | null) {
  const get = (more: Readonly<Record<string, string | number>>) =>
    ask(devicesCall, { page: 1, enabledFlag: 1, ...(areaId && { areaId }), ...more })
  const [all, silent] = await Promise.all([
    get({ size: 1 }),
    get({ size: newest, online: 0, sort: 'lastSeenAt,desc' }),
  ])
  return { total: all.totalElements, silent }
}

/** What wants somebody in the field: alarms that are open, devices that are not to be heard. */
export default function FieldCards() {
  const { t, i18n } = useTranslation('shell')
  const words = useLabels({ module: 'equipment' })
  const now = useNow(10_000)
  const areaId = useCurrentBase()
  const mayAlarms = useGranted(alarmScreen.permission as string)
  const mayDevices = useGranted(deviceManagerScreen.permission as string)
  const open = useCall(
    alarms,
    { state: 'open', page: 1, size: newest, ...(areaId && { areaId }) },
    { enabled: mayAlarms === true },
  )
  const devices = useAnswer('standing', { areaId }, (ask) => standing(ask, areaId), {
    enabled: mayDevices === true,
    refetchInterval: 60_000,
  })
  return (
    <>
      {mayAlarms && (
        <HomeCard
          title={t('home.alarms')}
          query={open}
          more={<Link to={`${alarmScreen.route}?state=open`}>{t('home.all')}</Link>}
        >
          {open.data?.content.length === 0 && <p>{t('home.noAlarms')}</p>}
          <ul className="home-lines">
            {open.data?.content.map((one) => (
              <li key={one.id}>
                <span>
                  <StatusTag tone={levelTone[one.level]}>{levelText(words, one.level)}</StatusTag>{' '}
                  <Link to={`${alarmScreen.route}?alarm=${one.id}`}>{one.deviceName}</Link>{' '}
                  {reasonText(words, one)}
                </span>
                <time dateTime={one.beganAt}>{ageOf(one.beganAt, now, i18n.language)}</time>
              </li>
            ))}
          </ul>
        </HomeCard>
      )}
      {mayDevices && (
        <HomeCard
          title={t('home.devices')}
          query={devices}
          more={<Link to={deviceManagerScreen.route}>{t('home.all')}</Link>}
        >
          {devices.data && (
            <p>
              {t('home.online', {
                online: devices.data.total - devices.data.silent.totalElements,
                total: devices.data.total,
              })}
            </p>
          )}
          <ul className="home-lines">
            {devices.data?.silent.content.map((one) => (
              <li key={one.id}>
                <span>
                  <StatusTag tone="quiet">{words('equipment:deviceData.offline')}</StatusTag>{' '}
                  <Link to={`${deviceManagerScreen.route}/data/${one.id}`}>{one.name}</Link>
                </span>
                {one.lastSeenAt ? (
                  <time dateTime={one.lastSeenAt}>{ageOf(one.lastSeenAt, now, i18n.language)}</time>
                ) : (
                  <span>{t('home.neverSeen')}</span>
                )}
              </li>
            ))}
          </ul>
        </HomeCard>
      )}
    </>
  )
}
