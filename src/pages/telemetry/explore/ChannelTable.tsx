import { channelOf } from '#contract/devices/device-type.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { Explored } from '#contract/telemetry/explore-calls.ts'
import { channelName } from '#src/features/telemetry/channel-series.ts'
import { inOwnUnit, valueText } from '#src/features/equipment/reading-words.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** What each channel came to in its span: by time, as a device's own history says it. */
export function ChannelTable({ explored: { series, devices } }: { explored: Explored }) {
  const t = useLabels({ module: 'equipment' })
  return (
    <div className="explore-table">
      <table>
        <thead>
          <tr>
            {['channel', 'mean', 'min', 'max', 'sum'].map((name) => (
              <th key={name} scope="col">
                {t(`equipment:explore.columns.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map(({ deviceId, metric, yearsBack, from, summary }) => {
            const device = devices.find(({ id }) => id === deviceId)
            const found = device?.deviceType
              ? channelOf(deviceTypeNamed(device.deviceType), metric)?.reading
              : undefined
            const words = device?.calculated.find((one) => one.metric === metric)
            const reading = found && inOwnUnit(found, words)
            const text = (value: number | null | undefined) =>
              reading && value !== null && value !== undefined ? valueText(t, reading, value) : '–'
            const isAdded = reading?.isAmount || reading?.isCounter
            return (
              <tr key={`${deviceId}:${metric}:${yearsBack}`}>
                <th scope="row">
                  {channelName(t, device, metric)}
                  {yearsBack > 0 && ` ${from.slice(0, 4)}`}
                </th>
                <td>{isAdded ? '–' : text(summary?.mean)}</td>
                <td>{isAdded ? '–' : text(summary?.min)}</td>
                <td>{isAdded ? '–' : text(summary?.max)}</td>
                <td>{isAdded ? text(summary?.sum) : '–'}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
