import { LineLayer, type Scene } from '@antv/l7'
import { theme } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { loraLinks, mostLoraLinks, type LoraHeard } from '#contract/connectivity/lora-air.ts'
import type { Position } from '#contract/ground.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { strengthOf, strengths } from '#src/features/connectivity/signal.ts'

const againMs = 60_000
const none: LoraHeard[] = []
const cornerOf = (latlng: string): Position => {
  const [lat = 0, lng = 0] = latlng.split(',').map(Number)
  return [lng, lat]
}

interface MapCoverageProps {
  scene: Scene
  ids: ReadonlySet<number>
  shownAt: (at: Position) => Position
}
/**
 * Which gateway hears which node: a line between them in the colour of its signal, and the same in
 * words, the weakest first.
 */
export function MapCoverage({ scene, ids, shownAt }: MapCoverageProps) {
  const t = useLabels({ module: 'equipment' })
  const { token } = theme.useToken()
  const [isOn, setOn] = useState(false)
  const {
    data = none,
    error,
    isFetched,
    refetch,
  } = useCall(loraLinks, {}, { enabled: isOn, refetchInterval: againMs })
  const links = useMemo(
    () =>
      data
        .filter(({ deviceId, gatewayId }) => ids.has(deviceId) && ids.has(gatewayId!))
        .map((one) => ({ ...one, strength: strengthOf(one) })),
    [data, ids],
  )
  const colours = useMemo(
    () => ({
      strong: token.colorSuccess,
      fair: token.colorWarning,
      weak: token.colorError,
      unknown: token.colorTextTertiary,
    }),
    [token],
  )
  useEffect(() => {
    if (!isOn || links.length === 0) return
    const layer = new LineLayer({ autoFit: false })
      .source({
        type: 'FeatureCollection',
        features: links.map(({ latlng, gatewayLatlng, strength }) => ({
          type: 'Feature',
          properties: { strength },
          geometry: {
            type: 'LineString',
            coordinates: [cornerOf(latlng!), cornerOf(gatewayLatlng!)].map(shownAt),
          },
        })),
      })
      .shape('line')
      .size(2)
      .color('strength', (strength: keyof typeof colours) => colours[strength])
    scene.addLayer(layer)
    return () => void scene.removeLayer(layer)
  }, [scene, links, isOn, colours, shownAt])
  const number = (value: number | null, unit: string) =>
    value === null ? '–' : `${Number(value.toFixed(1))} ${unit}`
  return (
    <section className="map-coverage">
      <label>
        <input type="checkbox" className="kit-check" checked={isOn} onChange={() => setOn(!isOn)} />{' '}
        {t('equipment:onMap.coverage')}
      </label>
      {isOn && error && <LoadFailed error={error} height={120} onRetry={() => void refetch()} />}
      {isOn && isFetched && !error && (
        <div role="status">
          <p>
            {links.length === 0
              ? t('equipment:onMap.coverageNone')
              : t('equipment:onMap.coverageOf', { count: links.length })}
            {data.length === mostLoraLinks &&
              ` ${t('equipment:onMap.coverageCut', { count: mostLoraLinks })}`}
          </p>
          <ul>
            {strengths
              .filter((one) => links.some(({ strength }) => strength === one))
              .map((one) => (
                <li key={one}>
                  <i style={{ background: colours[one] }} />
                  {t(`equipment:onMap.strength.${one}`)} ·{' '}
                  {links.filter(({ strength }) => strength === one).length}
                </li>
              ))}
          </ul>
          <ol tabIndex={0}>
            {links.slice(0, 200).map((one) => (
              <li key={`${one.gateway}/${one.deviceId}`}>
                {t('equipment:onMap.link', { node: one.deviceName, gateway: one.gatewayName })}
                <small>
                  {number(one.rssi, 'dBm')} · {number(one.snr, 'dB')}
                </small>
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  )
}
