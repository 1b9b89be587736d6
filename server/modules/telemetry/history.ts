import { soilHistory, windRose, type LayerPoint } from '#contract/telemetry/history-calls.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import { windOf } from '#server/modules/telemetry/engine/wind.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { seenDevice, seenOfType } from '#server/modules/equipment/device-access.ts'

const layerReadings = ['temperature', 'humidity', 'conductivity'] as const

/** What a device measured over a span, in the forms that its type is looked at in. */
export function deviceHistoryCalls(app: Services): void {
  serve(app, windRose, ({ id, from, to }, { read, codes }) =>
    read(async (tx) => {
      await seenDevice(tx, id, codes)
      return windOf(tx, id, from, to)
    }),
  )
  serve(app, soilHistory, ({ id, layer, from, to }, { read, codes }) =>
    read(async (tx) => {
      await seenOfType(tx, id, codes, 'soil')
      const { series } = await historyOf(tx, id, {
        from,
        to,
        channels: layerReadings.map((name) => `${name}.${layer}`).join(','),
      })
      const points = new Map<string, LayerPoint>()
      for (const [at, name] of layerReadings.entries()) {
        for (const point of series[at]?.points ?? []) {
          const known = points.get(point.at) ?? {
            layer,
            humidity: null,
            temperature: null,
            conductivity: null,
            uploadTime: point.at,
          }
          points.set(point.at, { ...known, [name]: point.mean })
        }
      }
      return [...points.values()].sort(
        (a, b) => Date.parse(a.uploadTime) - Date.parse(b.uploadTime),
      )
    }),
  )
}
