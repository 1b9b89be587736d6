import { useTranslation } from 'react-i18next'
import type { ControlRule, RuleTrigger } from '#contract/automation/control-rule.ts'
import {
  controlRun,
  type RunReason,
  type RunStep,
  type Seen,
} from '#contract/automation/control-run.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { durationText } from '#src/features/telemetry/length.ts'
import { limitText, namedIn, presentText, stepText, switchesOf, targetText } from './rule-words.ts'
import { CronText } from './CronText.tsx'
import { useRuleDevices } from './use-rule-devices.ts'
import './rules.css'

const ruleOf = ({ row }: CellProps) => row as unknown as ControlRule
const runTones = {
  running: 'warn',
  done: 'good',
  failed: 'bad',
  skipped: 'quiet',
  interrupted: 'bad',
} as const
const stepTones = {
  waiting: 'quiet',
  sent: 'warn',
  confirmed: 'good',
  failed: 'bad',
  skipped: 'quiet',
} as const
const standingTones = { holds: 'good', fails: 'bad', stale: 'warn', unknown: 'warn' } as const

function TriggerText({ trigger, rule }: { trigger: RuleTrigger; rule: ControlRule }) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const all = useRuleDevices()
  if (trigger.kind === 'timer') return <CronText cron={trigger.cron ?? ''} />
  const text = limitText(t, { ...trigger, ...namedIn(all, trigger.deviceId, rule) }, all)
  return (
    <>
      {trigger.seconds
        ? t('equipment:ruleEditor.held', {
            text,
            length: durationText(trigger.seconds, i18n.language),
          })
        : text}
    </>
  )
}
/** What sets a rule off, in words. */
export function RuleTriggers(props: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const rule = ruleOf(props)
  const { triggers } = rule
  if (!triggers?.length) return <>{t('equipment:controlRun.options.trigger.manual')}</>
  return (
    <ul className="rule-list">
      {triggers.map((trigger, at) => (
        <li key={at}>
          <TriggerText trigger={trigger} rule={rule} />
        </li>
      ))}
    </ul>
  )
}
export function RuleConditions(props: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const all = useRuleDevices()
  const rule = ruleOf(props)
  const { conditions } = rule
  if (!conditions?.length) return <EmptyValue />
  return (
    <ul className="rule-list">
      {conditions.map((one, at) => (
        <li key={at}>
          <span className="rule-note">{t('equipment:ruleEditor.group', { group: one.group })}</span>
          {limitText(t, { ...one, ...namedIn(all, one.deviceId, rule) }, all)}
        </li>
      ))}
    </ul>
  )
}
export function RuleActions(props: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const all = useRuleDevices()
  const rule = ruleOf(props)
  return (
    <ol className="rule-list">
      {rule.actions.map((one, at) => {
        const { deviceName } = namedIn(all, one.deviceId, rule)
        const name =
          (deviceName === null ? t('equipment:strategies.goneSensor') : deviceName) ??
          all.groups.find(({ id }) => id === one.groupId)?.name
        return (
          <li key={at}>
            {at > 0 && <span className="rule-note">{t(`equipment:ruleEditor.${one.mode}`)}</span>}
            {name}{' '}
            {stepText(
              t,
              switchesOf(t, all, one).find(({ channel }) => channel === one.channel),
              one.channel,
              one.value,
            )}
            {one.delaySeconds ? (
              <span className="rule-note">
                {t('equipment:ruleEditor.after', {
                  length: durationText(one.delaySeconds, i18n.language),
                })}
              </span>
            ) : null}
            {one.holdSeconds ? (
              <span className="rule-note">
                {t('equipment:ruleEditor.holdFor', {
                  length: durationText(one.holdSeconds, i18n.language),
                })}
              </span>
            ) : null}
          </li>
        )
      })}
    </ol>
  )
}

export function RunState({ row }: CellProps) {
  const t = useLabels(controlRun)
  const state = row.state as keyof typeof runTones
  return <StatusTag tone={runTones[state]}>{optionLabel(t, controlRun, 'state', state)}</StatusTag>
}
/** Why it did not run, or did not end well; with the first value that did not fit. */
export function RunReasonText({ row }: CellProps) {
  const t = useLabels(controlRun)
  const all = useRuleDevices()
  const reason = row.reason as RunReason | null
  if (!reason) return <EmptyValue />
  const missed =
    reason === 'missed'
      ? ` · ${t('equipment:ruleEditor.times', { count: Number(row.missed) })}`
      : ''
  const unmet =
    reason === 'conditions'
      ? (row.seen as Seen[]).find(({ standing, group }) => group > 0 && standing !== 'holds')
      : undefined
  return (
    <>
      {optionLabel(t, controlRun, 'reason', reason)}
      {missed}
      {unmet && (
        <span className="rule-note">
          {' '}
          · {limitText(t, { ...unmet, operator: null, value: unmet.present, value2: null }, all)}
        </span>
      )}
    </>
  )
}
/** Limits with the values that they met. */
export function SeenList({ seen }: { seen: readonly Seen[] }) {
  const t = useLabels(controlRun)
  const all = useRuleDevices()
  const zone = useTimeZone()
  if (seen.length === 0) return <EmptyValue />
  return (
    <ul className="rule-list">
      {seen.map((one, at) => (
        <li key={at}>
          <StatusTag tone={standingTones[one.standing]}>
            {t(`equipment:ruleEditor.standings.${one.standing}`)}
          </StatusTag>
          <span className="rule-note">
            {one.group === 0
              ? t('equipment:ruleEditor.trigger')
              : t('equipment:ruleEditor.group', { group: one.group })}
          </span>
          {limitText(t, one, all)}
          {one.present !== null && (
            <strong>{t('equipment:ruleEditor.present', { value: presentText(t, one) })}</strong>
          )}
          {one.at && <time dateTime={one.at}>{momentOf(one.at, zone)}</time>}
        </li>
      ))}
    </ul>
  )
}
export const RunSeen = ({ row }: CellProps) => <SeenList seen={row.seen as Seen[]} />
/** What each step told which device, and what became of it. */
export function RunSteps({ row }: Pick<CellProps, 'row'>) {
  const t = useLabels(controlRun)
  const { i18n } = useTranslation()
  const all = useRuleDevices()
  const zone = useTimeZone()
  const steps = row.steps as RunStep[]
  if (steps.length === 0) return <EmptyValue />
  return (
    <ol className="rule-list">
      {steps.map((step, at) => (
        <li key={at}>
          <StatusTag tone={stepTones[step.state]}>
            {t(`equipment:ruleEditor.steps.${step.state}`)}
          </StatusTag>
          {step.deviceName}{' '}
          {targetText(
            t,
            all,
            { deviceId: step.deviceId, deviceType: step.targets[0]?.deviceType ?? null },
            step.channel,
            step.value,
          )}
          {step.delaySeconds > 0 && (
            <span className="rule-note">
              {t('equipment:ruleEditor.after', {
                length: durationText(step.delaySeconds, i18n.language),
              })}
            </span>
          )}
          {step.sentAt && <time dateTime={step.sentAt}>{momentOf(step.sentAt, zone)}</time>}
          {step.targets.length > 1 &&
            step.targets.map(
              ({ deviceId, deviceName, state }) =>
                state && (
                  <span key={deviceId} className="rule-note">
                    {deviceName}: {t(`equipment:deviceCommand.options.state.${state}`)}
                  </span>
                ),
            )}
          {step.targets.map(
            ({ deviceId, deviceName, refusal }) =>
              refusal && (
                <span key={deviceId} className="rule-note">
                  {deviceName}: {t(refusal, { ns: 'errors', keySeparator: false })}
                </span>
              ),
          )}
        </li>
      ))}
    </ol>
  )
}
