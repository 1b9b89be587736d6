import { Button, Dropdown } from 'antd'
import { exportCollection } from '#contract/command/collection-calls.ts'
import { exportFormats, mostSheetRows } from '#contract/platform/platform-calls.ts'
import { useFollowedJob } from '#src/kit/import-export/use-followed-job.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { lengths } from '#src/features/telemetry/span.ts'

const spans = ['day', 'week'] as const

/** Takes away what a gateway gathered in the last day or week. */
export function CollectionExport({ id }: { id: number }) {
  const t = useLabels({ module: 'equipment' })
  const job = useFollowedJob(`collection-${id}`)
  if (job.isRunning)
    return (
      <Button onClick={job.cancel} aria-live="polite">
        {t('kit:export.running', { percent: job.progress })}
      </Button>
    )
  const start = (span: (typeof spans)[number], format: (typeof exportFormats)[number]) => {
    const now = Date.now()
    void job.start(exportCollection, {
      id,
      from: new Date(now - lengths[span]).toISOString(),
      to: new Date(now).toISOString(),
      format,
    })
  }
  const items = spans.map((span) => ({
    key: span,
    type: 'group' as const,
    label: t(`equipment:deviceData.spans.${span}`),
    children: exportFormats.map((format) => ({
      key: `${span} ${format}`,
      label: t(`kit:export.formats.${format}`, { most: mostSheetRows }),
      onClick: () => start(span, format),
    })),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button>{t('equipment:collection.export')}</Button>
    </Dropdown>
  )
}
