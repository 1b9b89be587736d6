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
/** The line that publishes one report, to be pasted into a shell. A secret that is not at hand is left to the shell; `example`: a message in its maker's words, where it speaks those. */
export function publishLine({ host, port, key, secret }: Connection, type: DeviceType, example: string | null = null): string {
  const message = example ?? JSON.stringify({ values: exampleValues(type) })
  return `mosquitto_pub -h ${host} -p ${port} -i ${key} -u ${key} -P ${secret ? `'${secret}'` : '"$SECRET"'} -q 1 -t v1/devices/me/telemetry -m '${message}'`
}
