import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HomeAround } from '#contract/home/around-calls.ts'
import { areaCostScreen } from '#contract/planting/area-cost.ts'
import { batchScreen } from '#contract/planting/batch.ts'
import { taskStates } from '#contract/work/task-states.ts'
import { taskScreen } from '#contract/work/task.ts'
import { useIsListed } from '#src/kit/app/use-is-listed.ts'
import { useToday } from '#src/kit/fields/date/use-today.ts'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

type Crop = NonNullable<HomeAround['season']>[number]
/** What a mu took, where both are known. */
const perMu = ({ cost, area }: Crop) => (cost && area ? Math.round(cost / area) : null)

/** What this year's batches yielded and, for whoever may know it, cost. */
export default function Season({ around }: HomeCardProps) {
  const { t, i18n } = useTranslation('home')
  const season = around?.season ?? []
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  const seesCosts = season.some(({ cost }) => cost !== undefined)
  const unborne = around?.unborne ?? []
  const isListed = useIsListed(areaCostScreen)
  const year = useToday().slice(0, 4)
  /** What makes up the sum; for who may not look at that, the tasks that it comes from. */
  const wayTo = (areaId: number) =>
    isListed
      ? `${areaCostScreen.route}?areaId=${areaId}&occurredOn=${year}-01-01~${year}-12-31`
      : `${taskScreen.route}?areaId=${areaId}&state=${taskStates.closed}`
  const shown = (value: number | null | undefined) =>
    typeof value === 'number' ? number.format(value) : '–'
  return (
    <CardFrame code="season">
      {!around && <CardBones />}
      {around && season.length + unborne.length === 0 && (
        <CardEmpty text={t('cards.season.empty')} />
      )}
      {season.length > 0 && (
        <div className="home-season">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('season.crop')}</th>
                <th scope="col">{t('season.area')}</th>
                <th scope="col">{t('season.yield')}</th>
                {seesCosts && <th scope="col">{t('season.cost')}</th>}
                {seesCosts && <th scope="col">{t('season.perMu')}</th>}
                {seesCosts && <th scope="col">{t('season.revenue')}</th>}
              </tr>
            </thead>
            <tbody>
              {season.map((one) => (
                <tr key={one.cropId}>
                  <th scope="row">
                    <Link to={`${batchScreen.route}?cropId=${one.cropId}`}>{one.cropName}</Link>
                  </th>
                  <td className="kit-number">{shown(one.area)}</td>
                  <td className="kit-number">{shown(one.yield)}</td>
                  {seesCosts && <td className="kit-number">{shown(one.cost)}</td>}
                  {seesCosts && <td className="kit-number">{shown(perMu(one))}</td>}
                  {seesCosts && <td className="kit-number">{shown(one.revenue)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {unborne.length > 0 && (
        <dl className="home-unborne">
          <dt>{t('season.unborne')}</dt>
          {unborne.map(({ areaId, areaName, cost }) => (
            <dd key={areaId}>
              {isListed === undefined ? areaName : <Link to={wayTo(areaId)}>{areaName}</Link>}
              <span className="kit-number">{shown(cost)}</span>
            </dd>
          ))}
        </dl>
      )}
    </CardFrame>
  )
}
