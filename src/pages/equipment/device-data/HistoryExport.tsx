import { Button, Dropdown } from 'antd'
import { exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { exportFormats, mostSheetRows } from '#contract/platform/platform-calls.ts'
import { useFollowedJob } from '#src/kit/import-export/use-followed-job.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { boundsOf, type Span } from '#src/features/telemetry/span.ts'

interface HistoryExportProps {
  id: number
  span: Span
  /** The channels that are looked at, commas between, and what they are called together. */
  channels: string
  title: string
}

const boundsNow = (span: Span, zone: string) => boundsOf(span, zone, Date.now())

/** Takes away what a device measured in the time that is looked at: what is drawn, or all of it. */
export function HistoryExport({ id, span, channels, title }: HistoryExportProps) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const job = useFollowedJob(`device-history-${id}`)
  const start = (format: (typeof exportFormats)[number], only?: string) =>
    void job.start(exportDeviceHistory, { id, ...boundsNow(span, zone), format, channels: only })
  if (job.isRunning)
    return (
      <Button onClick={job.cancel} aria-live="polite">
        {t('kit:export.running', { percent: job.progress })}
      </Button>
    )
  const formats = (only?: string) =>
    exportFormats.map((format) => ({
      key: `${format} ${only ?? ''}`,
      label: t(`kit:export.formats.${format}`, { most: mostSheetRows }),
      onClick: () => start(format, only),
    }))
  const items = [
    { key: 'drawn', type: 'group' as const, label: title, children: formats(channels) },
    {
      key: 'all',
      type: 'group' as const,
      label: t('equipment:deviceData.exportAll'),
      children: formats(),
    },
  ]
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button>{t('equipment:deviceData.export')}</Button>
    </Dropdown>
  )
}
