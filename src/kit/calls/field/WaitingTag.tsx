import { openField } from '#src/lib/open-field.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import './field.css'

/** Says that something waits to be sent, or needs its person, and leads to it. */
export function WaitingTag({ isStopped }: { isStopped: boolean }) {
  const t = useLabels()
  return (
    <button type="button" className="plain-button kit-field-waiting" onClick={openField}>
      <StatusTag tone={isStopped ? 'bad' : 'warn'}>
        {t(isStopped ? 'kit:field.stopped' : 'kit:field.waiting')}
      </StatusTag>
    </button>
  )
}
