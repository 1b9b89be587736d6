import { farmLog } from '#contract/journal/farm-log.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag, type Tone } from '#src/ui/StatusTag.tsx'

const tones: Readonly<Record<string, Tone>> = { info: 'quiet', warn: 'warn', error: 'bad' }

/** How much an entry matters, in its colour. */
export function LevelCell({ name, row }: Pick<CellProps, 'name' | 'row'>) {
  const t = useLabels(farmLog)
  const level = String(row[name] ?? '')
  return level in tones ? (
    <StatusTag tone={tones[level]!}>{optionLabel(t, farmLog, 'logLevel', level)}</StatusTag>
  ) : (
    <EmptyValue />
  )
}
