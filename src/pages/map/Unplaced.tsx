import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Link } from 'react-router'
import { areaCodes, baseManageScreen } from '#contract/farm/area.ts'
import { landmarkScreen } from '#contract/farm/landmark.ts'
import { landScreen } from '#contract/farm/land.ts'
import type { Unplaced as Lost } from '#contract/map/map.ts'
import { useDevicePath } from '#src/features/equipment/device-path.ts'
import { useAnyGranted } from '#src/kit/app/use-granted.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useEscape } from '#src/ui/use-escape.ts'

interface UnplacedProps {
  list: readonly Lost[]
  count: number
  onClose: () => void
}
/** What could not be drawn and why; each leads to where its place can be said. */
export function Unplaced({ list, count, onClose }: UnplacedProps) {
  useEscape(onClose)
  const t = useLabels({ module: 'map' })
  const toOf = useMendPath()
  return (
    <section
      className="farm-map-card farm-map-unplaced"
      role="dialog"
      aria-label={t('map:unplaced.title', { count })}
    >
      <header>
        <h2>{t('map:unplaced.title', { count })}</h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('common:buttons.close')}
          autoFocus
          onClick={onClose}
        />
      </header>
      <p>{t('map:unplaced.how')}</p>
      <ul>
        {list.map((one) => {
          const to = toOf(one)
          return (
            <li key={`${one.kind}-${one.id}`}>
              {to ? (
                <Link className="kit-link" to={to}>
                  {one.name}
                </Link>
              ) : (
                <span>{one.name}</span>
              )}
              <small>
                {one.deviceType
                  ? t(`equipment:deviceTypes.${one.deviceType}`)
                  : t(`map:kinds.${one.kind}`)}
                {' · '}
                {t(`map:unplaced.${one.kind}_${one.reason}`)}
              </small>
            </li>
          )
        })}
      </ul>
      {count > list.length && <p>{t('map:unplaced.more', { count: count - list.length })}</p>}
    </section>
  )
}

/** Where the place of something is said: in its form; null where whoever looks may not open it. */
function useMendPath(): (one: Lost) => string | null {
  const devicePath = useDevicePath()
  const mayPlots = useAnyGranted([landScreen.permission!])
  const mayLandmarks = useAnyGranted([landmarkScreen.permission!])
  const mayBases = useAnyGranted([baseManageScreen.permission ?? areaCodes[0]!])
  return ({ kind, id, deviceType }) => {
    const query = `?open=edit&id=${id}`
    if (kind === 'plot') return mayPlots ? landScreen.route + query : null
    if (kind === 'landmark') return mayLandmarks ? landmarkScreen.route + query : null
    if (kind === 'base') return mayBases ? baseManageScreen.route + query : null
    // Its page lies under its list, over which the form opens.
    const page = devicePath(id, deviceType)
    return page && page.replace(/\/data\/\d+$/, '') + query
  }
}
