import { Button } from 'antd'
import { exportDeviceHistory } from '#contract/equipment/history-calls.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/refusal.ts'
import { useFollowedJob } from '#src/kit/use-followed-job.ts'
import { useTimeZone } from '#src/kit/use-identity.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { boundsOf, type Span } from './span.ts'

/** Takes away what a device measured in the time that is looked at. */
export function HistoryExport({ id, span }: { id: number; span: Span }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const job = useFollowedJob(`device-history-${id}`)
  const start = () =>
    call(exportDeviceHistory, { id, ...boundsOf(span, zone, Date.now()) }, { quiet: true }).then(({ jobId }) => job.follow(jobId), (error: unknown) => toastRefusal(t, error))
  if (job.isRunning) return <Button onClick={job.cancel} aria-live="polite">{t('kit:export.running', { percent: job.progress })}</Button>
  return <Button onClick={() => void start()}>{t('equipment:deviceData.export')}</Button>
}
