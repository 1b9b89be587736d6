import { CheckOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { cancelCommand, commandRules, type CommandRow } from '#contract/command/command.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import {
  effectLabel,
  isNews,
  isOpenCommand,
  mayStillHappen,
  reasonText,
  standsAt,
} from './control-words.ts'

const steps = ['sent', 'delivered', 'confirmed'] as const

interface CommandProgressProps {
  row: SwitchRow
  command: CommandRow
  now: number
  mayRetry: boolean
  onRetry: () => void
  onChanged: (command: CommandRow) => void
}

/**
 * How it ended, as far as is known: nothing is called undone that may still be done, and what the
 * device says against it is said.
 */
function endKey(command: CommandRow, { status, statusAt }: SwitchRow): string {
  const { state, reason, sentAt, wanted } = command
  if (mayStillHappen(command)) return `equipment:control.ended.${state}AtNetwork`
  const contradicts =
    state === 'timedOut' &&
    status !== null &&
    status !== wanted &&
    sentAt !== null &&
    statusAt !== null &&
    statusAt > sentAt
  const name =
    reason === 'atNetwork'
      ? 'atNetwork'
      : contradicts
        ? 'contradicted'
        : state === 'expired' && sentAt !== null
          ? 'unanswered'
          : state
  return `equipment:control.ended.${name}`
}

/**
 * The way of the newest command to a switch: its steps while it is on its way, then how it ended,
 * for as long as that is news.
 */
export function CommandProgress({
  row,
  command,
  now,
  mayRetry,
  onRetry,
  onChanged,
}: CommandProgressProps) {
  const t = useLabels({ module: 'equipment' })
  const { state, wanted, effect, reason, latencyMs, lateAt } = command
  const zone = useTimeZone()
  const takeBack = useCallAction(cancelCommand, { onDone: onChanged })
  if (isOpenCommand(command)) {
    const word = effectLabel(t, effect, row)
    const title =
      state === 'waiting'
        ? t('equipment:control.waitingStop', { effect: word })
        : effect === 'set'
          ? t('equipment:control.setting', { value: standsAt(t, row, wanted) })
          : t('equipment:control.onTheWay', { effect: word })
    const reached = state === 'delivered' ? 2 : state === 'sent' ? 1 : 0
    return (
      <div className="control-progress" role="status">
        <span>{title}</span>
        {state === 'created' && row.listensAt && (
          <small>
            {t('equipment:control.waitsForReport', { at: momentOf(row.listensAt, zone) })}
          </small>
        )}
        {state === 'sent' && row.listensAt && <small>{t('equipment:control.atNetwork')}</small>}
        <ol>
          {steps.map((step, i) => (
            <li
              key={step}
              className={i < reached ? 'control-done' : undefined}
              aria-current={i === reached ? 'step' : undefined}
            >
              {i < reached ? (
                <CheckOutlined aria-hidden />
              ) : i === reached ? (
                <LoadingOutlined aria-hidden />
              ) : null}{' '}
              {t(`equipment:control.steps.${step}`)}
            </li>
          ))}
        </ol>
        {commandRules.cancel.includes(state) && mayRetry && (
          <Button type="link" size="small" onClick={() => void takeBack.send({ id: command.id })}>
            {t('equipment:control.takeBack')}
          </Button>
        )}
      </div>
    )
  }
  if (!isNews(command, now)) return null
  if (lateAt)
    return (
      <div className="control-progress" role="status">
        <span>{t('equipment:control.ended.late', { at: momentOf(lateAt, zone) })}</span>
      </div>
    )
  const isBad =
    mayStillHappen(command) || state === 'timedOut' || state === 'expired' || state === 'rejected'
  return (
    <div className={isBad ? 'control-progress control-bad' : 'control-progress'} role="status">
      <span>
        {t(endKey(command, row), {
          reason: reasonText(t, reason),
          value: row.status === null ? '' : standsAt(t, row, row.status),
          seconds: ((latencyMs ?? 0) / 1000).toFixed(1),
        })}
      </span>
      {isBad && mayRetry && (
        <Button size="small" onClick={onRetry}>
          {t('equipment:control.retry')}
        </Button>
      )}
    </div>
  )
}
