import { useTranslation } from 'react-i18next'
import { auditStatus } from '#contract/inventory/document-kinds.ts'
import { stocktake } from '#contract/inventory/document.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { codeName, fieldLabel, lineLabel, optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Entry } from '#src/lib/field/entry.ts'
import { CompareTable } from './CompareTable.tsx'

interface Props {
  entry: Entry
  theirs: Readonly<Record<string, unknown>>
}
/** A line that somebody else has counted otherwise, or a sheet that is no longer counted. */
export function CompareCount({ entry, theirs }: Props) {
  const { t } = useTranslation('shell')
  const labels = useLabels(stocktake)
  const user = useIdentity()
  const status = (code: unknown) => {
    const name = codeName(auditStatus, code)
    return name ? optionLabel(labels, stocktake, 'auditStatus', name) : '—'
  }
  if (!('countedBy' in theirs))
    return (
      <CompareTable
        rows={[
          {
            label: fieldLabel(labels, stocktake, 'auditStatus'),
            mine: status(auditStatus.counting),
            theirs: status(theirs.auditStatus),
          },
        ]}
      />
    )
  const { counted } = theirs
  return (
    <CompareTable
      rows={[
        {
          label: lineLabel(labels, stocktake, 'goods', 'counted'),
          mine: String(entry.input.counted ?? '—'),
          // Of a blind count nobody is told another's figure.
          theirs: counted === null ? t('field.withheld') : String(counted),
        },
        {
          label: lineLabel(labels, stocktake, 'goods', 'countedBy'),
          mine: user?.realName ?? '—',
          theirs: String(theirs.countedBy || '—'),
        },
      ]}
    />
  )
}
