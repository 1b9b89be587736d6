import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { decimalsIn, numberText } from '#src/kit/fields/number/number-text.ts'
import type { Row } from '#src/kit/definition/resource.ts'

interface PageTotalsProps {
  entity: Entity
  rows: readonly Row[]
  names: readonly string[]
  totals: readonly string[]
  /** Cells before and behind those of the columns. */
  before: number
  behind: number
}

/** Sums are of cents, or of as small a part as the field has: floats do not add up. */
function sumOf(rows: readonly Row[], name: string, scale: number): number | undefined {
  const known = rows
    .map((row) => row[name])
    .filter((value) => value !== null && value !== undefined)
  if (known.length === 0) return undefined
  const part = 10 ** scale
  return known.reduce<number>((sum, value) => sum + Math.round(Number(value) * part), 0) / part
}

/** Under each column that adds up, what the rows of this page come to. */
export function PageTotals({ entity, rows, names, totals, before, behind }: PageTotalsProps) {
  const { t, i18n } = useTranslation('kit')
  const first = names.findIndex((name) => totals.includes(name))
  return (
    <tr className="kit-totals">
      <td className="ant-table-cell" colSpan={before + first}>
        {t('kit:list.pageTotal')}
      </td>
      {names.slice(first).map((name) => {
        const field = entity.fields[name]!
        const sum = totals.includes(name) ? sumOf(rows, name, field.scale ?? 2) : undefined
        return (
          <td key={name} className="ant-table-cell kit-number">
            {sum !== undefined &&
              numberText(sum, i18n.language, field, decimalsIn(field, rows, name))}
          </td>
        )
      })}
      {/* It stays where the actions above it do. */}
      {behind > 0 && (
        <td
          className="ant-table-cell ant-table-cell-fix-right ant-table-cell-fix-right-first"
          style={{ position: 'sticky', right: 0 }}
        />
      )}
    </tr>
  )
}
