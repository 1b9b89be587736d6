import { deviceCommand, deviceCommands, type CommandRow } from '#contract/command/command.ts'
import { CommandEnd, CommandSwitch, CommandValue } from '#src/features/command/CommandCells.tsx'
import { effectLabel } from '#src/features/command/control-words.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice } from './use-device.ts'

const cell = (name: 'switchName' | 'wanted', row: CommandRow) => ({
  entity: deviceCommand,
  name,
  field: deviceCommand.fields[name],
  row: row as unknown as Row,
})

/** The last orders to a device: what, by whom, and how each ended. */
export function CommandList({ id }: { id: number }) {
  const t = useLabels(deviceCommand)
  const zone = useTimeZone()
  const { data, error, refetch } = useOfDevice(deviceCommands, id)
  return (
    <section aria-label={t('equipment:commands.title')}>
      <h3>{t('equipment:commands.title')}</h3>
      {error && <LoadFailed error={error} height={160} onRetry={() => void refetch()} />}
      {!error && !data && <ListSkeleton rows={2} />}
      {data?.length === 0 && <p>{t('equipment:commands.none')}</p>}
      <ol className="device-outages">
        {data?.map((one) => (
          <li key={one.id}>
            <span className="device-order">
              <CommandSwitch {...cell('switchName', one)} />
              <strong>
                {one.effect === 'set' ? (
                  <CommandValue {...cell('wanted', one)} />
                ) : (
                  effectLabel(t, one.effect, one)
                )}
              </strong>
              <CommandEnd command={one} />
            </span>
            <small>
              {momentOf(one.createdAt, zone)} ·{' '}
              {one.personName ?? optionLabel(t, deviceCommand, 'origin', one.origin)}
            </small>
          </li>
        ))}
      </ol>
    </section>
  )
}
