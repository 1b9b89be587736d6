import { Checkbox } from 'antd'
import { task } from '#contract/work/task.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { ActPlaceState } from './use-act-place.ts'

/** Whether one's place goes along with an act, and how well it is known. */
export function ActPlaceBox({ isOffered, isAgreed, agree, place }: ActPlaceState) {
  const t = useLabels(task)
  if (!isOffered) return null
  const said =
    place === undefined
      ? t('work:place.locating')
      : place === null
        ? t('work:place.unknown')
        : t('work:place.known', { metres: Math.round(place.accuracy) })
  return (
    <p className="work-place">
      <Checkbox checked={isAgreed} onChange={({ target }) => agree(target.checked)}>
        {t('work:place.agree')}
      </Checkbox>
      <span aria-live="polite">{isAgreed && said}</span>
    </p>
  )
}
