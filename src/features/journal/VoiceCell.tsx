import { AudioOutlined } from '@ant-design/icons'
import type { StoredFile } from '#contract/field.ts'
import { farmLog } from '#contract/journal/farm-log.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import './voice.css'

/** What was said: to hear in the entry, a sign in a list. */
export function VoiceCell({ name, row, isDetail }: CellProps) {
  const t = useLabels(farmLog)
  const [kept] = Array.isArray(row[name]) ? (row[name] as StoredFile[]) : []
  if (!kept) return <EmptyValue />
  if (!isDetail) return <AudioOutlined aria-label={t('journal:voice.title')} />
  return (
    <span className="voice-note">
      <audio controls preload="metadata" src={kept.fileUrl} aria-label={t('journal:voice.title')} />
    </span>
  )
}
