import { deviceTypeNamed } from '#contract/devices/index.ts'
import { placeOf } from '#contract/devices/switch-places.ts'
import { mostSwitched, switchesOfMany, type SwitchRow } from '#contract/command/switch.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { fewCircuits, isQuick } from './quick-channels.ts'

/** Circuits that a row or a card has room for. */
const mostMain = 4

/**
 * What of a device is worth a button beside its name: what switches or turns, a gate's ends; of
 * many circuits those that have a name.
 */
export function mainSwitches(rows: readonly SwitchRow[]): SwitchRow[] {
  const switched = rows.filter(({ kind, deviceType, channel }) =>
    isQuick(placeOf(deviceTypeNamed(deviceType), channel)?.about ?? { kind }),
  )
  const named =
    switched.length <= fewCircuits
      ? switched
      : switched.filter(({ name, enabledFlag }) => name && enabledFlag === 1)
  return named.slice(0, mostMain)
}

interface Waiting {
  resolve: (rows: SwitchRow[]) => void
  reject: (error: unknown) => void
}
const gatherMs = 20
let waiting = new Map<number, Waiting[]>()

async function fetchAll(asked: ReadonlyMap<number, Waiting[]>): Promise<void> {
  const ids = [...asked.keys()]
  for (let from = 0; from < ids.length; from += mostSwitched) {
    const some = ids.slice(from, from + mostSwitched)
    try {
      const rows = await fetchCall(switchesOfMany, { deviceIds: some.join(',') })
      for (const id of some)
        for (const { resolve } of asked.get(id)!)
          resolve(rows.filter(({ deviceId }) => deviceId === id))
    } catch (error) {
      for (const id of some) for (const { reject } of asked.get(id)!) reject(error)
    }
  }
}
/** Switches of a device; all that a list asks for at once goes out as one call. */
export function loadSwitches(deviceId: number): Promise<SwitchRow[]> {
  return new Promise((resolve, reject) => {
    if (waiting.size === 0) {
      setTimeout(() => {
        const asked = waiting
        waiting = new Map()
        void fetchAll(asked)
      }, gatherMs)
    }
    waiting.set(deviceId, [...(waiting.get(deviceId) ?? []), { resolve, reject }])
  })
}
