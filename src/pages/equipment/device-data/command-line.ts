import { shownReadings, type DeviceType, type Reading } from '#contract/devices/device-type.ts'

/**
 * What such a quantity is on an ordinary day; what stands here is far from every limit that rules
 * watch.
 */
const ordinary: Readonly<Record<string, number>> = {
  airTemperature: 21.5,
  airHumidity: 63,
  windSpeed: 1.2,
  windDirection: 90,
  rainfall: 0,
  radiation: 180,
  illuminance: 12_000,
  pressure: 1012,
  batteryVoltage: 12.6,
  temperature: 18.5,
  humidity: 24,
  conductivity: 0.03,
  waterTemperature: 19,
  dissolvedOxygen: 7.5,
  ph: 7.2,
  turbidity: 4,
  waterLevel: 1.2,
  flow: 4,
  opening: 0,
  voltage: 220,
  current: 1.5,
  power: 0.3,
  frequency: 0,
  signal: -75,
  rssi: -80,
  snr: 7,
  battery: 90,
}
/**
 * A value that a channel could report without anybody being called: nothing is switched on, nothing
 * near its end.
 */
function plausible(
  name: string,
  { min, max, decimals, isSwitch, isDirection, states }: Reading,
): number {
  if (isSwitch || isDirection || states) return 0
  // A word may mean another unit elsewhere.
  const known = ordinary[name]
  const usual =
    known !== undefined && known >= min && known <= min + (max - min) * 0.9
      ? known
      : min + (max - min) * 0.05
  return Number(usual.toFixed(Math.min(decimals, 2)))
}
/**
 * Values that a device of this type could send: three channels, of a probe those of its first
 * layer.
 */
export function exampleValues({ readings, layers }: DeviceType): Record<string, number> {
  const names = shownReadings(readings)
    .map(([name]) => name)
    .slice(0, 3)
  return Object.fromEntries(
    names.map((name) => [
      layers || readings[name]!.circuits ? `${name}.1` : name,
      plausible(name, readings[name]!),
    ]),
  )
}

export interface Connection {
  host: string
  port: number
  key: string
  secret: string | null
}
const messageOf = (type: DeviceType, example: string | null) =>
  example ?? JSON.stringify({ values: exampleValues(type) })
const secretOf = (secret: string | null) => (secret ? `'${secret}'` : '"$SECRET"')
/**
 * The line that publishes one report, to be pasted into a shell. A secret that is not at hand is
 * left to the shell; `example`: a message in its maker's words, where it speaks those.
 */
export const publishLine = (
  { host, port, key, secret }: Connection,
  type: DeviceType,
  example: string | null = null,
): string =>
  `mosquitto_pub -h ${host} -p ${port} -i ${key} -u ${key} -P ${secretOf(secret)} -q 1 -t v1/devices/me/telemetry -m '${messageOf(type, example)}'`
/** The same over HTTP. */
export const postLine = (
  url: string,
  { key, secret }: Pick<Connection, 'key' | 'secret'>,
  type: DeviceType,
  example: string | null = null,
): string =>
  `curl -u ${key}:${secretOf(secret)} -H 'content-type: application/json' ${url} -d '${messageOf(type, example)}'`
