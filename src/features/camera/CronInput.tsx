import { useEffect } from 'react'
import { leastTimerMinutes } from '#contract/camera/timer.ts'
import { TimerField } from '#src/features/automation/TimerField.tsx'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import '#src/features/automation/rules.css'

/** Noon, when shadows are short and pictures of many days are alike. */
const usual = '0 12 * * *'

/** When pictures are taken, as timers of control rules are chosen. */
export default function CronInput({ id, value, disabled, onChange }: InputProps) {
  const t = useLabels({ module: 'camera' })
  const isNew = value === undefined || value === null
  useEffect(() => {
    if (isNew) onChange(usual)
  }, [isNew, onChange])
  return (
    <>
      <TimerField id={id} value={String(value ?? usual)} disabled={disabled} onChange={onChange} />
      <p className="rule-timer-note">{t('camera:timer.gap', { minutes: leastTimerMinutes })}</p>
    </>
  )
}
