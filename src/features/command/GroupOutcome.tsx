import { Button } from 'antd'
import { commandsNamed, deviceCommand, type CommandRow } from '#contract/command/command.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { commandTone } from './command-tone.ts'
import { reasonText } from './control-words.ts'

const failures: ReadonlySet<string> = new Set(['rejected', 'timedOut', 'expired'])
/** Ends that no device gives a reason for. */
const unsaid: ReadonlySet<string> = new Set(['timedOut', 'expired'])
const whyOf = ({ state, sentAt, reported }: CommandRow) =>
  state === 'expired'
    ? sentAt === null
      ? 'unsent'
      : 'unanswered'
    : reported === null
      ? 'silent'
      : 'contradicted'
const opening: ReadonlySet<string> = new Set([
  'waiting',
  'created',
  'sent',
  'delivered',
  'confirmed',
  'timedOut',
])
interface Result {
  deviceId: number
  command: CommandRow | null
  refusal: string | null
}

/** What became of each device's command, followed while it is looked at. */
export function GroupOutcome({
  results,
  nameOf,
  isBusy,
  onRetry,
  onClose,
}: {
  results: readonly Result[]
  nameOf: (device: number) => string
  isBusy: boolean
  onRetry: (devices: number[]) => void
  /** Takes back what was opened; absent where nothing was. */
  onClose?: ((devices: number[]) => void) | undefined
}) {
  const t = useLabels(deviceCommand)
  const zone = useTimeZone()
  const ids = results.flatMap(({ command }) => command?.id ?? []).join(',')
  const { data } = useCall(commandsNamed, { ids }, { enabled: ids !== '' })
  const nowOf = (command: CommandRow | null) =>
    data?.find(({ id }) => id === command?.id) ?? command
  const failed = results
    .filter(({ command }) => !command || failures.has(nowOf(command)!.state))
    .map(({ deviceId }) => deviceId)
  // On its way counts too: what was told to open may do so yet.
  const opened = results
    .filter(({ command }) => command && command.wanted > 0 && opening.has(nowOf(command)!.state))
    .map(({ deviceId }) => deviceId)
  const done = results.filter(({ command }) => command).length
  return (
    <div role="status">
      <p>{t('equipment:control.group.done', { done, refused: results.length - done })}</p>
      <ul className="control-results">
        {results.map(({ deviceId, command, refusal }) => {
          const now = nowOf(command)
          const listensAt = data?.find(({ id }) => id === command?.id)?.listensAt
          return (
            <li key={deviceId}>
              <span>{nameOf(deviceId)}</span>
              {now ? (
                <span>
                  <StatusTag tone={commandTone(now.state)}>
                    {optionLabel(t, deviceCommand, 'state', now.state)}
                  </StatusTag>
                  {now.reason ? (
                    <small> {reasonText(t, now.reason)}</small>
                  ) : (
                    unsaid.has(now.state) && (
                      <small> {t(`equipment:control.group.why.${whyOf(now)}`)}</small>
                    )
                  )}
                  {listensAt && now.state === 'created' && (
                    <small>
                      {' '}
                      {t('equipment:control.waitsForReport', { at: momentOf(listensAt, zone) })}
                    </small>
                  )}
                  {listensAt && now.state === 'sent' && (
                    <small> {t('equipment:control.atNetwork')}</small>
                  )}
                </span>
              ) : (
                <StatusTag tone="bad">{refusal}</StatusTag>
              )}
            </li>
          )
        })}
      </ul>
      <div className="control-again">
        {failed.length > 0 && (
          <Button loading={isBusy} onClick={() => onRetry(failed)}>
            {t('equipment:control.group.retry', { count: failed.length })}
          </Button>
        )}
        {onClose && opened.length > 0 && (
          <Button loading={isBusy} onClick={() => onClose(opened)}>
            {t('equipment:control.group.close', { count: opened.length })}
          </Button>
        )}
      </div>
    </div>
  )
}
