import { Link } from 'react-router'
import { areaCost, areaCostScreen } from '#contract/planting/area-cost.ts'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { ShowFooterProps } from '#src/kit/definition/resource.ts'

/** The way from a base to what it bears beside its batches, for who may see that. */
export default function BaseCosts({ row }: Pick<ShowFooterProps, 'row'>) {
  const t = useLabels(areaCost)
  const isListed = useIsListed(areaCostScreen)
  if (!isListed) return null
  return (
    <p className="base-costs">
      <Link to={`${areaCostScreen.route}?areaId=${row.id}`}>{t('planting:areaCost.all')}</Link>
    </p>
  )
}
