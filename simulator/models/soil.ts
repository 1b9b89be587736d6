import { irrigated } from '../plots.ts'
import { drift, rainOf, skyAt, sunHeight } from '../sky.ts'
import { dayMs, hourMs, to, type DeviceModel } from './simulated-device.ts'

/** Water that rain has left in a layer: deep ones get it later and lose it more slowly. */
export function soaked(at: number, layer: number): number {
  let water = 0
  for (let days = 0; days < 16; days++) {
    const rain = rainOf(at - days * dayMs)
    if (!rain) continue
    const sinceMs = at - rain.startsAt - layer * 5 * hourMs
    if (sinceMs > 0)
      water +=
        (rain.mm *
          0.42 *
          (1 - Math.exp(-sinceMs / (3 * hourMs))) *
          Math.exp(-sinceMs / ((2.5 + layer * 0.9) * dayMs))) /
        (1 + layer * 0.35)
  }
  return water
}

export const soil: DeviceModel = (played, at) => {
  const values: Record<string, number> = {
    'temperature.0': to(
      1,
      skyAt(played.place, at).airTemperature + 2 * Math.max(0, sunHeight(played.place, at)),
    ),
  }
  for (let layer = 1; layer <= played.layers; layer++) {
    // Each ten centimetres the day's warmth comes later and weaker.
    const air = skyAt(played.place, at - layer * 2.5 * hourMs).airTemperature
    const mean = skyAt(played.place, at - layer * 2.5 * hourMs - 12 * hourMs).airTemperature
    const share = Math.exp(-layer / 2.2)
    const humidity = Math.min(
      48,
      17 +
        layer * 1.1 +
        3 * drift(played.seed, at, 9 * dayMs) +
        soaked(at, layer) +
        irrigated(played.plot, layer, at),
    )
    values[`temperature.${layer}`] = to(1, air * share + ((air + mean) / 2) * (1 - share))
    values[`humidity.${layer}`] = to(1, humidity)
    values[`conductivity.${layer}`] = to(
      4,
      0.02 + humidity * 0.0022 + 0.01 * drift(played.seed + layer, at, 5 * dayMs),
    )
  }
  return values
}
