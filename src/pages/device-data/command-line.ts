import { shownReadings, type DeviceType } from '#contract/devices/device-type.ts'

/** Values that a device of this type could send: the middle of each range, and the first layers of a probe. */
export function exampleValues({ readings, layers }: DeviceType): Record<string, number> {
  const of = (name: string) => {
    const { min, max, decimals, isSwitch } = readings[name]!
    return isSwitch ? 1 : Number(((min + max) / 2).toFixed(Math.min(decimals, 1)))
  }
  const names = shownReadings(readings).map(([name]) => name).slice(0, 3)
  return Object.fromEntries(names.map((name) => [layers || readings[name]!.circuits ? `${name}.1` : name, of(name)]))
}

export interface Connection { host: string; port: number; key: string; secret: string | null }
/** The line that publishes one report, to be pasted into a shell. A secret that is not at hand is left to the shell; a message in a maker's words to a file. */
export function publishLine({ host, port, key, secret }: Connection, type: DeviceType, isNative = false): string {
  const message = isNative ? '-f message.json' : `-m '${JSON.stringify({ values: exampleValues(type) })}'`
  return `mosquitto_pub -h ${host} -p ${port} -i ${key} -u ${key} -P ${secret ? `'${secret}'` : '"$SECRET"'} -q 1 -t v1/devices/me/telemetry ${message}`
}
