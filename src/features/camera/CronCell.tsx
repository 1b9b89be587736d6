import { timerOf, timerText } from '#src/features/automation/timer.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** When a timer comes, in words; its expression where nothing else says it. */
export function CronCell({ row }: CellProps) {
  const t = useLabels({ module: 'equipment' })
  const cron = String(row.cron ?? '')
  return <>{timerText(t, timerOf(cron)) ?? cron}</>
}
