import { sql } from 'kysely'
import { channelOf } from '#contract/devices/device-type.ts'
import { soil as type } from '#contract/devices/soil.ts'
import { mostChannels } from '#contract/equipment/device-calls.ts'
import type { LayerPoint } from '#contract/telemetry/history-calls.ts'
import { soilHistoryExpert, soilInfo, soilOfBase } from '#contract/telemetry/soil-calls.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { sheetOf, sheetTypes } from '#server/modules/file/engine/sheet.ts'
import { historyOf } from '#server/modules/telemetry/engine/history.ts'
import { measuredTable } from '#server/modules/telemetry/engine/table.ts'
import { FileAnswer } from '#server/http/file-answer.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import { devicesOfBase, seenOfType } from '#server/modules/equipment/device-access.ts'

const readings = ['temperature', 'humidity', 'conductivity'] as const
type Layer = Pick<LayerPoint, (typeof readings)[number]>
const nothing: Layer = { temperature: null, humidity: null, conductivity: null }

const probe = (tx: Tx, id: number, codes: ReadonlySet<string>) => seenOfType(tx, id, codes, 'soil')
interface Latest {
  metric: string
  value: number
  at: string
}
const latestOf = (tx: Tx, id: number) =>
  rows<Latest>(tx, sql`select metric, value, at from device_latest where device_id = ${id}`)

/** All layers over a span. A history holds so many channels at once, so it is asked in parts. */
async function layersOver(tx: Tx, id: number, from: string, to: string): Promise<LayerPoint[]> {
  const metrics = (await latestOf(tx, id))
    .map(({ metric }) => metric)
    .filter((metric) => channelOf(type, metric)?.layer !== null && channelOf(type, metric) !== null)
  const points = new Map<string, LayerPoint>()
  for (let at = 0; at < metrics.length; at += mostChannels) {
    const { series } = await historyOf(tx, id, {
      from,
      to,
      channels: metrics.slice(at, at + mostChannels).join(','),
    })
    for (const { metric, points: found } of series) {
      const { name, layer } = channelOf(type, metric)!
      for (const { at: uploadTime, mean } of found) {
        const key = `${uploadTime} ${layer}`
        points.set(key, {
          ...(points.get(key) ?? { layer: layer!, ...nothing, uploadTime }),
          [name]: mean,
        })
      }
    }
  }
  return [...points.values()].sort(
    (a, b) => Date.parse(a.uploadTime) - Date.parse(b.uploadTime) || a.layer - b.layer,
  )
}

/** Tubular probes under the addresses that clients know; their rows are those of every device. */
export function soilProbes(app: Services): void {
  serve(app, soilOfBase, ({ id }, { read }) => read((tx) => devicesOfBase(tx, id, 'soil')))
  serve(app, soilInfo, ({ id }, { read, codes }) =>
    read(async (tx) => {
      const { name, eui, online } = await probe(tx, id, codes)
      const layers = new Map<number, { number: number; lastUpdateDate: string } & Layer>()
      for (const { metric, value, at } of await latestOf(tx, id)) {
        const channel = channelOf(type, metric)
        if (channel?.layer === null || !channel) continue
        const known = layers.get(channel.layer) ?? {
          number: channel.layer,
          ...nothing,
          lastUpdateDate: at,
        }
        layers.set(channel.layer, {
          ...known,
          [channel.name]: value,
          lastUpdateDate: at > known.lastUpdateDate ? at : known.lastUpdateDate,
        })
      }
      return {
        id,
        concentratorId: id,
        name: String(name),
        eui: String(eui),
        online: online as 0 | 1,
        surfaceFlag: layers.has(0) ? (0 as const) : (1 as const),
        layerList: [...layers.values()].sort((a, b) => a.number - b.number),
      }
    }),
  )
  serve(app, soilHistoryExpert, ({ id, from, to, format }, { read, codes, language }) =>
    read(async (tx) => {
      const { name } = await probe(tx, id, codes)
      if (!format) return layersOver(tx, id, from, to)
      const lines = await measuredTable(tx, { id, deviceType: 'soil', from, to, language })
      return new FileAnswer(
        `${String(name)}-${from.slice(0, 10)}.${format}`,
        sheetTypes[format],
        await sheetOf(String(name), lines, format),
      )
    }),
  )
}
