import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface Compared {
  label: string
  mine: ReactNode
  theirs: ReactNode
}
/** What was done here beside what the server has. */
export function CompareTable({ rows }: { rows: readonly Compared[] }) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  return (
    <table className="kit-compare">
      <thead>
        <tr>
          <th scope="col">{labels('kit:conflict.field')}</th>
          <th scope="col">{labels('kit:conflict.mine')}</th>
          <th scope="col">{t('field.theirs')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, mine, theirs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{mine}</td>
            <td>{theirs}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
