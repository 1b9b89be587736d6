import type { Entity } from '#contract/entity.ts'
import { isCarriedOut } from '#contract/inventory/document-kinds.ts'
import { faces } from '../fields/faces.ts'
import { lineLabel } from '../label.ts'
import type { Row } from '../resource.ts'
import { useLabels } from '../use-labels.ts'
import './goods.css'

type Line = Row & { skuIdName: string; skuCode: string | null; unitName: string | null }
/** Shown only where some line has something to say in it. */
const optional = new Set(['lot', 'expiresOn', 'remark', 'unitCost', 'doneQuantity', 'moved', 'price', 'amount', 'countedBy', 'countedAt', 'safetyInterval'])
const hidden = new Set(['id', 'skuId', 'sourceLineId'])

/** The goods of a document as they stand: how much of each line is carried out, and what it cost. */
export function GoodsTable({ entity, row, onPaper }: { entity: Entity; row: Row; onPaper?: boolean }) {
  const t = useLabels(entity)
  const lines = (row.goods ?? []) as Line[]
  const label = (name: string) => (name === 'doneQuantity' && !isCarriedOut(row) ? t('inventory:document.returned') : lineLabel(t, entity, 'goods', name))
  if (lines.length === 0) return <p className="document-goods">{t('inventory:document.countAll')}</p>
  const columns = Object.entries(entity.fields.goods!.columns!).filter(([name]) => !hidden.has(name) && !(onPaper && (name === 'unitCost' || name === 'moved'))
    && (!optional.has(name) || lines.some((line) => line[name] !== null && line[name] !== undefined && line[name] !== '' && line[name] !== 0)))
  return (
    <div className="document-goods">
      <table>
        <thead>
          <tr>
            <th scope="col" className="goods-at">#</th><th scope="col">{lineLabel(t, entity, 'goods', 'skuId')}</th>
            {columns.map(([name, field]) => <th key={name} scope="col" data-align={faces[field.kind].align}>{label(name)}</th>)}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const isShortClosed = row.closedFlag === 1 && Number(line.doneQuantity ?? 0) < Number(line.quantity)
            const difference = Number(line.difference ?? 0)
            return (
              <tr key={at}>
                <td className="goods-at">{at + 1}</td>
                <th scope="row"><span className="goods-name">{line.skuIdName}</span><small>{[line.skuCode, line.unitName].filter(Boolean).join(' · ')}</small></th>
                {columns.map(([name, field]) => {
                  const { Cell, align } = faces[field.kind]
                  const value = <Cell entity={entity} name={name} field={field} row={line} />
                  return (
                    <td key={name} data-align={align} data-label={label(name)} className={name === 'difference' && difference !== 0 ? (difference > 0 ? 'goods-gain' : 'goods-loss') : undefined}>
                      {name === 'quantity' && isShortClosed ? <>{String(line.doneQuantity ?? 0)} <del>{String(line.quantity)}</del></> : value}
                    </td>
                  )
                })}
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
