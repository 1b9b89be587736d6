import { Button, Dropdown } from 'antd'
import { soilHistoryExpert } from '#contract/telemetry/soil-calls.ts'
import { exportFormats, mostSheetRows } from '#contract/platform/platform-calls.ts'
import { downloadCall } from '#src/api/download.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { boundsOf, type Span } from '#src/features/telemetry/span.ts'

/** Takes away what all layers of a probe measured in the time that is looked at. */
export function SoilExport({ id, name, span }: { id: number; name: string; span: Span }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { run, isBusy } = useSubmit()
  const start = (format: (typeof exportFormats)[number]) => {
    const asked = { id, ...boundsOf(span, zone, Date.now()), format }
    void run(() =>
      downloadCall(soilHistoryExpert, asked, `${name}-${asked.from.slice(0, 10)}.${format}`).catch(
        (error: unknown) => toastRefusal(t, error),
      ),
    )
  }
  const items = exportFormats.map((format) => ({
    key: format,
    label: t(`kit:export.formats.${format}`, { most: mostSheetRows }),
    onClick: () => start(format),
  }))
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <Button loading={isBusy}>{t('equipment:soilCurve.export')}</Button>
    </Dropdown>
  )
}
