import { Segmented } from 'antd'
import { lazy, Suspense, useId } from 'react'
import { TextBox } from '#src/ui/TextBox.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { lengths, type Length, type Span } from './span.ts'

const DayRange = lazy(() => import('#src/kit/fields/date/DayRange.tsx'))

/** Which time to look at: a length up to now, or any whole days. */
export function SpanTools({ span, onChange }: { span: Span; onChange: (span: Span) => void }) {
  const t = useLabels({ module: 'equipment' })
  const id = useId()
  const options = (Object.keys(lengths) as Length[]).map((value) => ({
    value,
    label: t(`equipment:deviceData.spans.${value}`),
  }))
  return (
    <>
      {/* Nothing is pressed while days are chosen. */}
      <Segmented
        aria-label={t('equipment:deviceData.span')}
        value={typeof span === 'string' ? span : ('' as Length)}
        onChange={onChange}
        options={options}
      />
      <span className="device-days">
        <Suspense fallback={<TextBox id={id} disabled aria-busy />}>
          <DayRange
            id={id}
            value={typeof span === 'string' ? null : [...span]}
            onChange={(days) => onChange((days as [string, string] | undefined) ?? 'day')}
          />
        </Suspense>
      </span>
    </>
  )
}
