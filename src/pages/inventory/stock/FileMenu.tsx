import { DownloadOutlined } from '@ant-design/icons'
import { Button, Dropdown } from 'antd'
import { exportFormats, mostSheetRows } from '#contract/platform/platform-calls.ts'
import { useFollowedJob, type BeginJob } from '#src/kit/import-export/use-followed-job.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface FileMenuProps {
  /** Under which a job is found again after a reload. */
  place: string
  start: (format: (typeof exportFormats)[number], begin: BeginJob) => unknown
  onPrint: () => void
}

/** Takes away what is looked at, as a file or on paper. */
export function FileMenu({ place, start, onPrint }: FileMenuProps) {
  const t = useLabels({ module: 'inventory' })
  const job = useFollowedJob(place)
  if (job.isRunning)
    return (
      <Button onClick={job.cancel} aria-live="polite">
        {t('kit:export.running', { percent: job.progress })}
      </Button>
    )
  const items = [
    ...exportFormats.map((key) => ({
      key,
      label: t(`kit:export.formats.${key}`, { most: mostSheetRows }),
      onClick: () => void start(key, job.start),
    })),
    { key: 'print', label: t('kit:print.print'), onClick: onPrint },
  ]
  return (
    <Dropdown trigger={['click']} placement="bottomRight" menu={{ items }}>
      <Button icon={<DownloadOutlined />}>{t('inventory:report.export')}</Button>
    </Dropdown>
  )
}
