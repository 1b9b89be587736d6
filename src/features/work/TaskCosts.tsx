import { taskStates } from '#contract/work/task-states.ts'
import { taskCosts, type TaskCost } from '#contract/work/cost-calls.ts'
import { task } from '#contract/work/task.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import './costs.css'

const amountOf = (lines: readonly TaskCost[]) =>
  lines.reduce((sum, { amount }) => sum + Math.round((amount ?? 0) * 100), 0) / 100

/** What an accepted task cost, and who bears it: read from what accepting it wrote. */
export default function TaskCosts({ row }: { row: Row }) {
  const t = useLabels({ module: 'work' })
  const unitOf = useUnitName()
  const isClosed = row.state === taskStates.closed
  const may = useGranted(task.permissions.list, isClosed) === true
  const { data } = useCall(taskCosts, isClosed && may ? { id: row.id } : null)
  if (!data || data.length === 0) return null
  const costs = data.filter(({ kind }) => kind !== 'yield')
  const seesCosts = data.some(({ amount }) => amount !== undefined)
  // Nobody said what an hour, a machine or the water costs.
  const isOpen = costs.some(({ amount }) => amount === null)
  const id = `task-costs-${row.id}`
  return (
    <section aria-labelledby={id} className="task-costs">
      <h3 id={id}>{t('work:costs.title')}</h3>
      <table>
        <tbody>
          {data.map(({ kind, title, quantity, unitName, amount }, at) => (
            <tr key={at}>
              <th scope="row">
                <small>{t(`work:costs.kind.${kind}`)}</small> {title}
              </th>
              <td className="kit-number">
                {quantity !== null && `${quantity} ${unitOf(unitName)}`.trim()}
              </td>
              {seesCosts && (
                <td className="kit-number">
                  {kind !== 'yield' &&
                    (amount === null || amount === undefined
                      ? t('work:costs.unknown')
                      : t('work:costs.yuan', { value: amount.toFixed(2) }))}
                </td>
              )}
            </tr>
          ))}
        </tbody>
        {seesCosts && costs.length > 0 && (
          <tfoot>
            <tr>
              <th scope="row">{t(isOpen ? 'work:costs.atLeast' : 'work:costs.sum')}</th>
              <td />
              <td className="kit-number">
                {t('work:costs.yuan', { value: amountOf(costs).toFixed(2) })}
              </td>
            </tr>
          </tfoot>
        )}
      </table>
      <p>{t(row.batchId ? 'work:costs.byBatch' : 'work:costs.byBase')}</p>
    </section>
  )
}
