import { Button, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import {
  callStrategy,
  operateStrategy,
  removeStrategy,
  type Strategy,
} from '#contract/command/strategy-calls.ts'
import { controlSwitch } from '#contract/command/switch.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { isOpenCommand, reasonText } from '#src/features/command/control-words.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import {
  minutesOf,
  missingText,
  standingTones,
  strategyText,
  targetText,
  type Around,
} from './strategy-words.ts'

interface Props {
  one: Strategy
  around: Around
  isOnline: boolean
  mayEdit: boolean
  mayControl: boolean
  onEdit: () => void
  onChanged: () => void
}

/** One strategy: what it does, whether its gateway has it, and what can be done about it. */
export function StrategyItem({
  one,
  around,
  isOnline,
  mayEdit,
  mayControl,
  onEdit,
  onChanged,
}: Props) {
  const t = useLabels({ module: 'equipment' })
  const {
    id,
    deviceId,
    objectVersionNumber,
    name,
    enabledFlag,
    trigger,
    target,
    standing,
    removedFlag,
  } = one
  const minutes = minutesOf(trigger)
  const said = (what: string) => ({
    said: t(`equipment:strategies.${what}`),
    onDone: onChanged,
  })
  const saving = useCallAction(operateStrategy, said('saved'))
  const removal = useCallAction(removeStrategy, {
    ...said('removed'),
    asks: () => ({
      title: t('equipment:strategies.confirmRemove', { name }),
      go: t('equipment:strategies.remove'),
      isDanger: true,
    }),
  })
  // Water runs as long as the strategy says: who sets it going is told, and asked.
  const start = useCallAction(callStrategy, {
    ...said('sentCall'),
    asks: () => ({
      title: t('equipment:strategies.confirmCall', { name }),
      body: t(minutes === null ? 'equipment:strategies.runUntil' : 'equipment:strategies.runFor', {
        target: targetText(t, around, target),
        count: minutes,
      }),
      go: t('equipment:strategies.call'),
    }),
  })
  const stop = useCallAction(controlSwitch, said('stopped'))
  const isBusy = saving.isBusy || removal.isBusy || start.isBusy || stop.isBusy
  const send = (isEnabled: boolean) =>
    saving.send({
      deviceId,
      id,
      objectVersionNumber,
      name,
      trigger,
      target,
      enabledFlag: isEnabled ? 1 : 0,
    })
  const circuit = around.switches.find(({ channel }) => channel === target)
  const isGoing = removedFlag === 1
  const missing = missingText(t, one)
  const held =
    isGoing && standing !== 'held'
      ? t(`equipment:strategies.removing.${standing}`)
      : t(`equipment:strategies.standing.${standing}`)
  return (
    <li aria-label={name}>
      <header>
        <strong>{name}</strong>
        <StatusTag tone={standingTones[standing]}>{held}</StatusTag>
        {!isGoing &&
          (mayEdit ? (
            <Switch
              size="small"
              checked={enabledFlag === 1}
              disabled={isBusy}
              aria-label={`${t('equipment:strategies.enabled')} ${name}`}
              onChange={(isOn) => void send(isOn)}
            />
          ) : (
            <StatusTag tone="quiet">
              {t(
                enabledFlag === 1
                  ? 'equipment:strategies.enabled'
                  : 'equipment:strategies.disabled',
              )}
            </StatusTag>
          ))}
      </header>
      <p>{strategyText(t, around, one)}</p>
      {one.state === 'broken' && !isGoing && (
        <p role="status" className="strategy-missing">
          {t('equipment:strategies.broken')}
        </p>
      )}
      {missing && (
        <p role="status" className="strategy-missing">
          {missing}
        </p>
      )}
      <Called one={one} minutes={circuit?.status === 1 ? minutes : null} />
      <footer>
        {mayControl && !isGoing && (
          <Button
            size="small"
            loading={isBusy}
            disabled={!isOnline || standing !== 'held'}
            title={isOnline ? undefined : t('equipment:control.closed.offline')}
            onClick={() => void start.send({ id })}
          >
            {t('equipment:strategies.call')}
          </Button>
        )}
        {mayControl && circuit?.status === 1 && (
          <Button
            size="small"
            danger
            disabled={isBusy || !isOnline}
            onClick={() => void stop.send({ id: circuit.id, value: 0 })}
          >
            {t('equipment:strategies.stop')}
          </Button>
        )}
        {mayEdit && !isGoing && standing === 'missing' && (
          <Button size="small" disabled={isBusy} onClick={() => void send(enabledFlag === 1)}>
            {t('equipment:strategies.again')}
          </Button>
        )}
        {mayEdit && !isGoing && (
          <Button size="small" disabled={isBusy} onClick={onEdit}>
            {t('common:actions.edit')}
          </Button>
        )}
        {mayEdit && (!isGoing || standing === 'missing') && (
          <Button size="small" danger disabled={isBusy} onClick={() => void removal.send({ id })}>
            {t('equipment:strategies.remove')}
          </Button>
        )}
      </footer>
    </li>
  )
}

/** What became of the newest call. */
function Called({ one: { called }, minutes }: { one: Strategy; minutes: number | null }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  if (!called || called.state === 'superseded' || called.state === 'cancelled') return null
  const state = isOpenCommand(called)
    ? 'open'
    : called.state === 'confirmed' || called.state === 'rejected'
      ? called.state
      : 'other'
  const left =
    state === 'confirmed' && minutes !== null
      ? Math.ceil(
          (Date.parse(called.endedAt ?? called.createdAt) + minutes * 60_000 - now) / 60_000,
        )
      : 0
  if (left > 0) return <p role="status">{t('equipment:strategies.left', { count: left })}</p>
  return (
    <p
      role="status"
      className={state === 'rejected' || state === 'other' ? 'strategy-missing' : undefined}
    >
      {t(`equipment:strategies.called.${state}`, {
        at: ageOf(called.endedAt ?? called.createdAt, now, i18n.language),
        reason: reasonText(t, called.reason),
      })}
    </p>
  )
}
