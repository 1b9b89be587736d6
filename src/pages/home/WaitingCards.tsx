import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { approvalTasks, approvalsScreen } from '#contract/approval/task-calls.ts'
import { stockBalance, stockScreen } from '#contract/inventory/stock.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { optionLabel } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { HomeCard } from './HomeCard.tsx'

const newest = 5
interface Balance {
  id: number
  skuIdName: string
  lot: string | null
  quantity: number
  unitName: string | null
  warehouseIdName: string
  warning: keyof typeof wanting
  alsoWarning: 'low' | 'high' | null
}
const balances = recordsCall<Balance>(stockBalance)
const wanting = { negative: 'bad', expired: 'bad', low: 'warn', expiring: 'warn' } as const

/** What is short, expired or about to be; asked, with the words that it needs, by whoever may see stock. */
function StockCard() {
  const { t, i18n } = useTranslation('shell')
  const words = useLabels({ module: 'inventory' })
  const unitName = useUnitName()
  const stock = useCall(balances, {
    page: 1,
    size: newest,
    warning: Object.keys(wanting).join(','),
  })
  return (
    <HomeCard
      title={t('home.stock')}
      query={stock}
      more={<Link to={stockScreen.route}>{t('home.all')}</Link>}
    >
      {stock.data?.content.length === 0 && <p>{t('home.noStock')}</p>}
      <ul className="home-lines">
        {stock.data?.content.map((one) => (
          <li key={one.id}>
            <span>
              {[one.warning, one.alsoWarning === 'low' ? one.alsoWarning : null].map(
                (warning) =>
                  warning && (
                    <StatusTag key={warning} tone={wanting[warning]}>
                      {optionLabel(words, stockBalance, 'warning', warning)}
                    </StatusTag>
                  ),
              )}{' '}
              <Link to={`${stockScreen.route}/record/${one.id}`}>{one.skuIdName}</Link>{' '}
              {[one.lot, one.warehouseIdName].filter(Boolean).join(' · ')}
            </span>
            <span className="home-figure">
              {one.quantity.toLocaleString(i18n.language)} {unitName(one.unitName)}
            </span>
          </li>
        ))}
      </ul>
    </HomeCard>
  )
}

/** What waits for a person: cases to decide, goods that run short or out of date. */
export default function WaitingCards() {
  const { t, i18n } = useTranslation('shell')
  const now = useNow(60_000)
  const mayStock = useGranted(stockScreen.permission as string)
  const tasks = useCall(approvalTasks, {
    page: 1,
    size: newest,
    taskType: 'approval',
    taskState: 1,
  })
  return (
    <>
      {/* Most people are never asked: a card that is always empty says nothing. */}
      {tasks.data && tasks.data.totalElements > 0 && (
        <HomeCard
          title={t('home.approvals', { count: tasks.data.totalElements })}
          query={tasks}
          more={<Link to={approvalsScreen.route}>{t('home.all')}</Link>}
        >
          <ul className="home-lines">
            {tasks.data.content.map((one) => (
              <li key={one.id}>
                <span>
                  <Link to={`${approvalsScreen.route}?id=${one.id}`}>
                    {one.formName} {one.title}
                  </Link>{' '}
                  {one.submitName}
                </span>
                <time dateTime={one.startTime}>{ageOf(one.startTime, now, i18n.language)}</time>
              </li>
            ))}
          </ul>
        </HomeCard>
      )}
      {mayStock && <StockCard />}
    </>
  )
}
