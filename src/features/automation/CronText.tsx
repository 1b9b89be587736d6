import { useLabels } from '#src/kit/definition/use-labels.ts'
import { timerOf, timerText } from './timer.ts'
import { useCron } from './use-cron.ts'

/** When a timer comes, in words; its expression where nothing says it. */
export function CronText({ cron }: { cron: string }) {
  const t = useLabels({ module: 'equipment' })
  const words = useCron(cron, 1)
  return <>{timerText(t, timerOf(cron)) ?? words?.sentence ?? cron}</>
}
