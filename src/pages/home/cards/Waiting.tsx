import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import {
  comingKinds,
  mostWaiting,
  type WaitingItem,
  type WaitingKind,
} from '#contract/home/home-calls.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'
import { lineOf } from '../rows/line-of.ts'
import { listOf } from '../rows/lists.ts'

const shown = 6
/** Of what comes by itself so many stand under what needs somebody. */
const shownComing = 3
const isComing = ({ kind }: { kind: WaitingKind }) => comingKinds.has(kind)
type Tab = WaitingKind | 'all'

/** A rule and a strategy may have one number. */
const keyOf = (item: WaitingItem) =>
  `${item.kind}${item.kind === 'run' ? item.run.of : ''}${item.id}`
/** Those of each kind that stand first take turns, so that one kind does not hide another. */
const soonest = (items: readonly WaitingItem[]): WaitingItem[] => {
  const place = (item: WaitingItem) => items.filter(({ kind }) => kind === item.kind).indexOf(item)
  return items.toSorted((a, b) => place(a) - place(b))
}

function WaitingRow({ item }: { item: WaitingItem }) {
  const Line = lineOf[item.kind]
  return (
    <li className="home-row" data-kind={item.kind} data-urgency={item.urgency}>
      <Suspense
        fallback={
          <span className="home-bones">
            <i />
          </span>
        }
      >
        <Line item={item as never} />
      </Suspense>
    </li>
  )
}

/** What waits for somebody, the most urgent first, each with what is done about it. */
export default function Waiting({ home }: HomeCardProps) {
  const { t } = useTranslation('home')
  const words = untypedT(t)
  const [tab, setTab] = useState<Tab>('all')
  const [isLong, setLong] = useState(false)
  const counts = home.counts.filter(({ count }) => count > 0)
  const at = tab === 'all' || counts.some(({ kind }) => kind === tab) ? tab : 'all'
  const needs = counts.filter((one) => !isComing(one))
  const total = needs.reduce((sum, { count }) => sum + count, 0)
  const own = useMemo(
    () =>
      at === 'all'
        ? home.items.filter((one) => !isComing(one))
        : home.items.filter(({ kind }) => kind === at),
    [home.items, at],
  )
  const coming = at === 'all' ? soonest(home.items.filter(isComing)).slice(0, shownComing) : []
  const rows = isLong ? own : own.slice(0, shown)
  const count = at === 'all' ? total : (counts.find(({ kind }) => kind === at)?.count ?? 0)
  const parts = at === 'all' ? needs : counts.filter(({ kind }) => kind === at)
  const isCut = parts.some((one) => one.count > mostWaiting)
  return (
    <CardFrame
      code="waiting"
      note={
        counts.length > 0 && (
          <span className="home-pills" role="group" aria-label={t('waiting.kinds')}>
            {[{ kind: 'all' as const, count: total }, ...counts].map((one) => (
              <button
                key={one.kind}
                type="button"
                aria-pressed={at === one.kind}
                data-kind={one.kind}
                onClick={() => setTab(one.kind)}
              >
                {t(`waiting.kind.${one.kind}`)} <b>{one.count}</b>
              </button>
            ))}
          </span>
        )
      }
    >
      {at === 'all' && total === 0 && (
        <CardEmpty
          text={
            home.counts.filter((one) => !isComing(one)).length > 1
              ? t('waiting.none')
              : t('waiting.noneYet')
          }
        />
      )}
      <ul className="home-waiting" aria-live="polite">
        {rows.map((item) => (
          <WaitingRow key={keyOf(item)} item={item} />
        ))}
      </ul>
      {coming.length > 0 && (
        <>
          <h3 className="home-coming">{t('waiting.coming')}</h3>
          <ul className="home-waiting">
            {coming.map((item) => (
              <WaitingRow key={keyOf(item)} item={item} />
            ))}
          </ul>
        </>
      )}
      {(own.length > shown || isCut) && (
        <footer className="home-foot">
          {own.length > shown && (
            <button type="button" className="kit-link" onClick={() => setLong(!isLong)}>
              {isLong ? t('waiting.less') : t('waiting.more', { count: count - shown })}
            </button>
          )}
          {(isLong || own.length <= shown) &&
            parts
              .flatMap((one) => listOf(one))
              .map(({ key, to, values }) => (
                <Link key={key} className="kit-link" to={to}>
                  {words(`home:waiting.list.${key}`, { ...values })}
                </Link>
              ))}
        </footer>
      )}
    </CardFrame>
  )
}
