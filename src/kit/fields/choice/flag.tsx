import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import type { CellProps, FieldType, FilterProps } from '#src/kit/fields/kind.ts'

/** Enabled and disabled, or yes and no: a flag's words follow from its name. */
export function useWords(name: string): readonly [off: string, on: string] {
  const { t } = useTranslation('common')
  return name === 'enabledFlag'
    ? [t('common:flags.disabled'), t('common:flags.enabled')]
    : [t('common:flags.no'), t('common:flags.yes')]
}

function Cell({ name, row }: CellProps) {
  const [off, on] = useWords(name)
  return row[name] === 1 ? (
    <StatusTag tone="good">{on}</StatusTag>
  ) : (
    <StatusTag tone="quiet">{off}</StatusTag>
  )
}

function Filter({ id, name, value, onChange }: FilterProps) {
  const words = useWords(name)
  return (
    <Select
      id={id}
      allowClear
      className="kit-full"
      value={value as number | undefined}
      onChange={onChange}
      options={[1, 0].map((flag) => ({ value: flag, label: words[flag as 0 | 1] }))}
    />
  )
}

export const flagFace: FieldType = { Cell, Filter }
