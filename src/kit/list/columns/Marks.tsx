import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { fieldLabel, untypedT } from '#src/kit/definition/label.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'

interface MarksProps {
  resource: AnyResource
  row: Row
  /** Columns that say it themselves. */
  names: readonly string[]
}

/** What is out of the ordinary about a row, beside its name: of a flag, only the exception. */
export function Marks({ resource: { entity, list }, row, names }: MarksProps) {
  const t = untypedT(useTranslation((entity as Entity).module).t)
  const isOff = row.enabledFlag === 0 && !names.includes('enabledFlag')
  const held = (list.marks ?? []).filter(
    (name: string) => row[name] === 1 && !names.includes(name),
  ) as string[]
  const faults: readonly string[] = list.faults ?? []
  if (!isOff && held.length === 0) return null
  return (
    <span className="kit-marks">
      {isOff && <StatusTag tone="quiet">{t('common:flags.disabled')}</StatusTag>}
      {held.map((name) => (
        <StatusTag key={name} tone={faults.includes(name) ? 'bad' : 'info'}>
          {fieldLabel(t, entity, name)}
        </StatusTag>
      ))}
    </span>
  )
}
