import { CameraFault, type Held, type Holding } from '../source.ts'
import { chinaMs, inChina, isObject, wordOf } from './asking.ts'
import type { WvpServer } from './wvp.ts'

/**
 * What a device says that it has recorded of a channel. The server asks it and gathers what comes;
 * `sumNum` is how many lines the device announced.
 */
export async function wvpHeld(
  server: WvpServer,
  device: string,
  channel: string,
  from: number,
  to: number,
): Promise<Holding> {
  const { data } = await server.ask(`gb_record/query/${device}/${channel}`, {
    startTime: inChina(from),
    endTime: inChina(to),
  })
  if (!isObject(data)) throw new CameraFault('command_failed', 'no list')
  const lines = Array.isArray(data.recordList) ? data.recordList.filter(isObject) : []
  const held = lines.flatMap(({ startTime, endTime }): Held[] => {
    const [begin, end] = [chinaMs(timeOf(startTime)), chinaMs(timeOf(endTime))]
    return begin < end ? [{ place: 'card', from: begin, to: end }] : []
  })
  const announced = Math.max(Number(data.sumNum) || 0, lines.length)
  return {
    held,
    lacks:
      held.length < announced
        ? new CameraFault('command_failed', `${held.length}/${announced}`)
        : null,
  }
}
/** As the device has it, or as the server writes it. */
const timeOf = (value: unknown): string => wordOf(value).replace('T', ' ')
