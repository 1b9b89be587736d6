import { CheckOutlined, EditOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useTranslation } from 'react-i18next'
import { baseStates } from '#contract/home/base-calls.ts'
import { areaCodes } from '#contract/farm/area.ts'
import type { HomeAround } from '#contract/home/around-calls.ts'
import type { HomeWaiting } from '#contract/home/home-calls.ts'
import { useAnyGranted } from '#src/kit/app/use-granted.ts'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { warningOf } from './warning.ts'

interface GreetingProps {
  home: HomeWaiting | undefined
  around: HomeAround | undefined
  base: number | null
  isEditing: boolean
  onEdit: () => void
  onReset: () => void
}
const partOf = (hour: number) =>
  hour < 5
    ? 'night'
    : hour < 11
      ? 'morning'
      : hour < 14
        ? 'noon'
        : hour < 18
          ? 'afternoon'
          : 'evening'

/** Who, when and where; and the one thing that should be known first. */
export function Greeting({ home, around, base, isEditing, onEdit, onReset }: GreetingProps) {
  const { t, i18n } = useTranslation('home')
  const user = useIdentity()
  const zone = useTimeZone()
  const may = useAnyGranted(areaCodes)
  const bases = useCall(baseStates, may === true ? {} : null).data ?? []
  const now = useNow(60_000)
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { hour: '2-digit', hourCycle: 'h23', timeZone: zone }).format(
      now,
    ),
  )
  const day = new Intl.DateTimeFormat(i18n.language, {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: zone,
  }).format(now)
  const chosen = bases.find(({ id }) => id === base)
  const place = chosen
    ? chosen.areaName
    : bases.length > 1
      ? t('greeting.bases', { count: bases.length })
      : (bases[0]?.areaName ?? user?.tenantName)
  const warning = warningOf(home, around?.weather ?? null)
  return (
    <section className="home-hello">
      <svg viewBox="0 0 420 84" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
        <circle cx="96" cy="46" r="19" className="home-sun" />
        <circle cx="96" cy="46" r="34" className="home-sun" opacity=".25" />
        <path d="M60 84C140 40 190 62 260 52S380 34 420 44V84Z" className="home-hill" />
        <path d="M20 84C150 62 260 72 420 58V84Z" className="home-field" />
        <path
          d="M250 66L120 90M262 66L210 90M276 65L300 90M290 64L390 90M300 63L470 88"
          className="home-furrows"
        />
      </svg>
      <div className="home-greeting">
        <p className="home-name">{t(`greeting.${partOf(hour)}`, { name: user?.realName ?? '' })}</p>
        <p>
          {[day, place].filter(Boolean).join(' · ')}
          {home && (
            <>
              {' · '}
              <span className={warning ? 'home-warned' : undefined}>
                {warning ? t(`greeting.warn.${warning.key}`, warning.values) : t('greeting.calm')}
              </span>
            </>
          )}
        </p>
      </div>
      <div className="home-tools">
        {isEditing && <Button onClick={onReset}>{t('edit.reset')}</Button>}
        <Button
          type={isEditing ? 'primary' : 'default'}
          icon={isEditing ? <CheckOutlined /> : <EditOutlined />}
          aria-pressed={isEditing}
          onClick={onEdit}
        >
          {t(isEditing ? 'edit.done' : 'edit.begin')}
        </Button>
      </div>
    </section>
  )
}
