import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { baseManageScreen } from '#contract/farm/area.ts'
import { landScreen } from '#contract/farm/land.ts'
import { baseStates, type BaseState } from '#contract/home/base-calls.ts'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { chooseBase } from '#src/lib/chosen-base.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'
import { drawnMap, mapHeight, mapWidth } from './small-map.ts'

const toneOf = ({ alarms, offline }: BaseState) => (alarms ? 'bad' : offline ? 'off' : 'good')

/** Where the bases lie and how they are; choosing one narrows everything to it. */
export default function Bases({ base }: HomeCardProps) {
  const { t } = useTranslation('home')
  const { data, error, refetch } = useCall(baseStates, {})
  const mayMap = useIsListed(landScreen)
  const mayAdd = useIsListed(baseManageScreen)
  if (error)
    return (
      <CardFrame code="bases">
        <LoadFailed error={error} height={160} onRetry={() => void refetch()} />
      </CardFrame>
    )
  if (!data)
    return (
      <CardFrame code="bases">
        <CardBones rows={4} />
      </CardFrame>
    )
  const shown = base === null ? data : data.filter(({ id }) => id === base)
  const map = drawnMap(shown)
  const state = (one: BaseState) => (
    <>
      {one.alarms ? (
        <StatusTag tone="bad">{t('bases.alarms', { count: one.alarms })}</StatusTag>
      ) : null}
      {one.devices !== null && one.devices > 0 && (
        <small>
          {t('bases.online', { online: one.devices - (one.offline ?? 0), total: one.devices })}
        </small>
      )}
      {one.devices === 0 && <small>{t('bases.plots', { count: one.plots })}</small>}
    </>
  )
  return (
    <CardFrame
      code="bases"
      more={mayMap && <Link to={`${landScreen.route}?look=map`}>{t('bases.open')}</Link>}
    >
      {data.length === 0 && (
        <CardEmpty text={t('cards.bases.empty')}>
          {mayAdd && <Link to={`${baseManageScreen.route}?open=create`}>{t('bases.add')}</Link>}
        </CardEmpty>
      )}
      {map && (
        <svg
          className="home-map"
          viewBox={`0 0 ${mapWidth} ${mapHeight}`}
          role="img"
          aria-label={t('bases.map', { count: shown.length })}
        >
          {map.ground.map((path) => (
            <path key={path} d={path} className="home-contour" />
          ))}
          {map.plots.map(({ id, name, path }) => (
            <path key={id} d={path} className="home-plot">
              <title>{name}</title>
            </path>
          ))}
          {map.places.map(({ id, x, y }) => (
            <circle
              key={id}
              cx={x}
              cy={y}
              r="6"
              className={`home-mark home-mark-${toneOf(shown.find((one) => one.id === id)!)}`}
            />
          ))}
        </svg>
      )}
      <ul className="home-bases">
        {shown.slice(0, 6).map((one) => (
          <li key={one.id}>
            <i className={`home-dot home-mark-${toneOf(one)}`} aria-hidden="true" />
            <button
              type="button"
              className="kit-link"
              aria-pressed={base === one.id}
              onClick={() => chooseBase(base === one.id ? null : one.id)}
            >
              {one.areaName}
            </button>
            <span>{state(one)}</span>
          </li>
        ))}
      </ul>
      {shown.length > 6 && (
        <p className="home-note">{t('bases.more', { count: shown.length - 6 })}</p>
      )}
    </CardFrame>
  )
}
