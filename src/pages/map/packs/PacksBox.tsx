import { CloseOutlined } from '@ant-design/icons'
import { Button, Progress, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DigitalMap } from '#contract/map/map.ts'
import { packZooms } from '#contract/map/pack.ts'
import type { KeptMap } from '#src/api/field/map-packs.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { metresPerPixel } from '#src/lib/mercator.ts'
import { useEscape } from '#src/ui/use-escape.ts'
import { usePacks } from './use-packs.ts'

interface PacksProps {
  data: Pick<DigitalMap, 'bases' | 'sources'>
  onClose: () => void
}
const mebibyte = 1024 * 1024
const megabytes = (bytes: number) => (bytes / mebibyte).toFixed(bytes < 10 * mebibyte ? 1 : 0)
const dayMs = 24 * 3_600_000
/** Ground changes with the seasons. */
const oldDays = 60

/** The ground of bases taken along into this browser, for where there is no network. */
export function PacksBox({ data: { bases, sources }, onClose }: PacksProps) {
  useEscape(onClose)
  const t = useLabels({ module: 'map' })
  const { packs, cutting, fetched, make, cancel, drop } = usePacks(bases)
  const own = sources.filter(({ isOwn }) => isOwn)
  const others = sources.filter(({ isOwn }) => !isOwn)
  const deepest = Math.min(packZooms.most, Math.max(0, ...own.map((one) => one.nativeMaxZoom)))
  const [zoom, setZoom] = useState(Math.max(packZooms.least, Math.min(packZooms.usual, deepest)))
  const [asked, setAsked] = useState<number | null>(null)
  const isBusy = cutting !== null || fetched !== null
  const known = new Set(bases.map(({ id }) => id))
  const rows = [
    ...bases.map(({ id, name }) => ({ id, name, pack: packs?.find((one) => one.areaId === id) })),
    ...(packs ?? [])
      .filter(({ areaId }) => !known.has(areaId))
      .map((pack) => ({ id: pack.areaId, name: pack.name, pack })),
  ]
  const lat = bases.find(({ at }) => at)?.at?.[1] ?? 23
  const levels = Array.from(
    { length: Math.max(0, deepest - packZooms.least + 1) },
    (_, at) => packZooms.least + at,
  )
  return (
    <section
      className="farm-map-card farm-map-unplaced farm-map-packs"
      role="dialog"
      aria-label={t('map:packs.title')}
    >
      <header>
        <h2>{t('map:packs.title')}</h2>
        <Button
          type="text"
          size="small"
          icon={<CloseOutlined />}
          aria-label={t('common:buttons.close')}
          autoFocus
          onClick={onClose}
        />
      </header>
      <p>{t('map:packs.how')}</p>
      {packs === null ? (
        <p role="alert">{t('map:packs.impossible')}</p>
      ) : (
        <>
          {own.length === 0 && <p>{t('map:packs.drawnOnly')}</p>}
          {others.length > 0 && (
            <p>{t('map:packs.others', { names: others.map(({ name }) => name).join(', ') })}</p>
          )}
          {own.length > 0 && (
            <label className="farm-map-packs-zoom">
              {t('map:packs.zoom')}
              <Select
                value={zoom}
                disabled={isBusy}
                options={levels.map((value) => ({
                  value,
                  // Tiles are half as wide as the map's own world.
                  label: t('map:packs.level', {
                    zoom: value,
                    metres: metresPerPixel(lat, value - 1).toFixed(1),
                  }),
                }))}
                onChange={setZoom}
              />
            </label>
          )}
          <ul>
            {rows.map(({ id, name, pack }) => (
              <li key={id}>
                <span>{name}</span>
                {pack && <PackText pack={pack} />}
                {isBusy && asked === id ? (
                  <>
                    <Progress percent={percentOf(cutting, fetched)} />
                    <small aria-live="polite">
                      {fetched
                        ? t('map:packs.fetching', { size: megabytes(fetched.bytes) })
                        : t('map:packs.cutting')}
                    </small>
                    <Button size="small" onClick={cancel}>
                      {t('common:buttons.cancel')}
                    </Button>
                  </>
                ) : (
                  <div>
                    <Button
                      size="small"
                      disabled={isBusy}
                      aria-label={t(pack ? 'map:packs.renewOf' : 'map:packs.takeOf', { name })}
                      onClick={() => {
                        setAsked(id)
                        void make(id, zoom)
                      }}
                    >
                      {t(pack ? 'map:packs.renew' : 'map:packs.take')}
                    </Button>
                    {pack && (
                      <Button
                        size="small"
                        disabled={isBusy}
                        aria-label={t('map:packs.dropOf', { name })}
                        onClick={() => void drop(id)}
                      >
                        {t('map:packs.drop')}
                      </Button>
                    )}
                  </div>
                )}
              </li>
            ))}
          </ul>
          {isBusy && !rows.some(({ id }) => id === asked) && (
            <Button size="small" onClick={cancel}>
              {t('map:packs.stop')}
            </Button>
          )}
        </>
      )}
    </section>
  )
}
function percentOf(
  cutting: number | null,
  fetched: { bytes: number; all: number | null } | null,
): number {
  if (!fetched) return cutting ?? 0
  return fetched.all ? Math.min(100, Math.round((100 * fetched.bytes) / fetched.all)) : 0
}

/** How large a pack is, how old, and what it holds. */
function PackText({ pack: { bytes, at, zoom, sources } }: { pack: KeptMap }) {
  const t = useLabels({ module: 'map' })
  const { i18n } = useTranslation()
  const [now] = useState(Date.now)
  const days = Math.floor((now - at) / dayMs)
  const when = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' }).format(-days, 'day')
  return (
    <small>
      {t('map:packs.kept', { size: megabytes(bytes), when })}
      {' · '}
      {sources.length > 0
        ? t('map:packs.holds', { names: sources.join(', '), zoom })
        : t('map:source.drawn')}
      {days >= oldDays && ` · ${t('map:packs.old')}`}
    </small>
  )
}
