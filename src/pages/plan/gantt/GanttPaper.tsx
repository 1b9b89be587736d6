import { useState } from 'react'
import type { ChartItem, PlanChart } from '#contract/plan/plan-calls.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useIdentity, useTimeZone } from '#src/kit/app/use-identity.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { PrintSheet } from '#src/kit/print/PrintSheet.tsx'
import { bigTicks, groundOf, leftOf, smallTicks, widthOf, type Ground } from './place.ts'

const names = 190
const line = 17
const head = 36
const perSheet = 34
const paper =
  'size: A4 landscape; margin: 12mm; @bottom-right { content: counter(page) " / " counter(pages); font-size: 9pt; color: #444 }'
const colours = ['#ffffff', '#d9e8ff', '#9cc4ff', '#bfe3c0']

interface Props {
  row: Row
  chart: PlanChart
  onDone: () => void
}

/** The plan on paper: as many sheets as its items take, each with the line of time. */
export default function GanttPaper({ row, chart, onDone }: Props) {
  const t = useLabels({ module: 'plan' })
  const zone = useTimeZone()
  const user = useIdentity()
  const [now] = useState(() => new Date().toISOString())
  const ground = groundOf(chart.items, chart.today, 'month')
  const sheets = Array.from(
    { length: Math.max(1, Math.ceil(chart.items.length / perSheet)) },
    (_one, at) => chart.items.slice(at * perSheet, (at + 1) * perSheet),
  )
  return (
    <PrintSheet isReady page={paper} onDone={onDone}>
      {sheets.map((items, at) => (
        <section key={at} style={{ breakAfter: at + 1 < sheets.length ? 'page' : 'auto' }}>
          <h1>{String(row.planName)}</h1>
          <p className="print-note">
            {[
              user?.tenantName,
              row.batchIdName,
              `${String(row.startsOn ?? '')} – ${String(row.endsOn ?? '')}`,
              t('kit:print.by', { name: user?.realName, at: momentOf(now, zone) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <Sheet items={items} ground={ground} today={chart.today} />
        </section>
      ))}
    </PrintSheet>
  )
}

function Sheet({
  items,
  ground,
  today,
}: {
  items: readonly ChartItem[]
  ground: Ground
  today: string
}) {
  const width = names + ground.days * ground.width
  const height = head + items.length * line
  const x = (day: string) => names + leftOf(ground, day)
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width="100%" fontSize={10} role="img">
      {[bigTicks(ground), smallTicks(ground)].map((ticks, level) =>
        ticks.map(({ key, left, text }) => (
          <g key={`${level}-${key}`}>
            <path d={`M${names + left} ${level * 18}V${level ? height : 18}`} stroke="#ccc" />
            <text x={names + left + 3} y={level * 18 + 13}>
              {text}
            </text>
          </g>
        )),
      )}
      <path d={`M${x(today)} 18V${height}`} stroke="#2f6fde" strokeWidth={1.5} />
      {items.map((item, at) => {
        const y = head + at * line
        const { baselineStartsOn: from, baselineEndsOn: to } = item
        return (
          <g key={item.id}>
            <text x={2} y={y + 12}>
              {item.title.slice(0, 16)}
            </text>
            <rect
              x={x(item.startsOn)}
              y={y + 2}
              width={widthOf(ground, item.startsOn, item.endsOn)}
              height={10}
              rx={2}
              fill={colours[item.state]}
              stroke={item.slack === 0 ? '#c00' : '#555'}
            />
            {from && to && (
              <rect
                x={x(from)}
                y={y + 13}
                width={widthOf(ground, from, to)}
                height={2}
                fill="#888"
              />
            )}
          </g>
        )
      })}
    </svg>
  )
}
