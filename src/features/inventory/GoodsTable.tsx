import type { Entity } from '#contract/entity.ts'
import type { Field } from '#contract/field.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isCarriedOut } from '#contract/inventory/document-rules.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { lineLabel } from '#src/kit/definition/label.ts'
import { compareLines, isChanged } from '#src/kit/record/line-changes.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useUnitName } from '#src/kit/fields/ref/use-unit-name.ts'
import { packsText } from './packs.ts'
import './goods.css'

interface LineCellProps {
  entity: Entity
  name: string
  field: Field
  row: Line
}
/** What a line says in a column; the unit is said by its head. */
function LineCell(props: LineCellProps) {
  const { Cell } = fieldTypes[props.field.kind]
  return <Cell {...props} isBare={props.field.unit !== undefined} />
}

/** What was written in another unit stands before what it is of the stock unit. */
function Written({ line, name, children }: { line: Line; name: string; children: ReactNode }) {
  const unitName = useUnitName()
  const { i18n } = useTranslation()
  const value = name === 'quantity' ? line.unitQuantity : name === 'price' ? line.unitPrice : null
  if (!line.unitId || value === null || value === undefined) return children
  if (name === 'price')
    return (
      <span className="kit-number">
        {new Intl.NumberFormat(i18n.language, {
          minimumFractionDigits: 2,
          maximumFractionDigits: 4,
        }).format(Number(value))}{' '}
        <small>/ {unitName(line.unitIdName)}</small>
      </span>
    )
  return (
    <span className="kit-number">
      {packsText(
        [{ quantity: Number(value), unitIdName: line.unitIdName }],
        unitName,
        i18n.language,
      )}
      <small>
        = {children} {unitName(line.unitName)}
      </small>
    </span>
  )
}

type Line = Row & { skuIdName: string; skuCode: string | null; unitName: string | null }
/** Shown only where some line has something to say in it. */
const optional = new Set([
  'lot',
  'expiresOn',
  'germination',
  'testedOn',
  'sampleSize',
  'batchId',
  'remark',
  'unitCost',
  'doneQuantity',
  'moved',
  'price',
  'amount',
  'countedBy',
  'countedAt',
  'safetyInterval',
  'costAmount',
  'differenceValue',
])
const totalled = new Set(['amount', 'costAmount', 'differenceValue'])
const hidden = new Set([
  'id',
  'skuId',
  'sourceLineId',
  'expiredFlag',
  'unitId',
  'unitQuantity',
  'unitPrice',
  'unitRatio',
])

interface GoodsTableProps {
  entity: Entity
  row: Row
  onPaper?: boolean
  /** The document as it was handed in before: what is different is marked. */
  previous?: Row | null
}

/**
 * The goods of a document as they stand: how much of each line is carried out, and what it cost.
 */
export function GoodsTable({ entity, row, onPaper, previous }: GoodsTableProps) {
  const t = useLabels(entity)
  const { i18n } = useTranslation()
  const unitName = useUnitName()
  const lines = (row.goods ?? []) as Line[]
  const then = (previous?.goods ?? null) as Line[] | null
  const { before, gone } = compareLines(then ?? [], lines, 'skuId')
  const label = (name: string) =>
    name === 'doneQuantity' && !isCarriedOut(row)
      ? t('inventory:document.returned')
      : lineLabel(t, entity, 'goods', name)
  // The unit stands in the head, as in lists; on the phone, which has no head, with the label.
  const head = (name: string, { unit }: Field) =>
    unit
      ? t('kit:list.inUnit', {
          name: label(name),
          unit: t(`common:units.${unit}`, { defaultValue: unit }),
        })
      : label(name)
  if (lines.length === 0)
    return <p className="document-goods">{t('inventory:document.countAll')}</p>
  const columns = Object.entries(entity.fields.goods!.columns!).filter(
    ([name]) =>
      !hidden.has(name) &&
      !(onPaper && (name === 'unitCost' || name === 'moved')) &&
      (!optional.has(name) ||
        [...lines, ...(then ?? [])].some(
          (line) =>
            line[name] !== null &&
            line[name] !== undefined &&
            line[name] !== '' &&
            line[name] !== 0,
        )),
  )
  // Amounts add up whatever they are of; quantities of different units do not.
  const summed = columns.filter(([name, field]) => field.kind === 'money' && totalled.has(name))
  const sums = new Map(
    summed.map(([name]) => [
      name,
      lines.reduce((sum, line) => sum + Math.round(Number(line[name] ?? 0) * 100), 0) / 100,
    ]),
  )
  const yuan = new Intl.NumberFormat(i18n.language, { minimumFractionDigits: 2 })
  return (
    <div className="document-goods">
      <table>
        <thead>
          <tr>
            <th scope="col" className="goods-at">
              #
            </th>
            <th scope="col">{lineLabel(t, entity, 'goods', 'skuId')}</th>
            {columns.map(([name, field]) => (
              <th key={name} scope="col" data-align={fieldTypes[field.kind].align}>
                {head(name, field)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line, at) => {
            const isShortClosed =
              row.closedFlag === 1 && Number(line.doneQuantity ?? 0) < Number(line.quantity)
            const difference = Number(line.difference ?? 0)
            const was = before[at]
            return (
              <tr key={at} className={then && !was ? 'goods-new' : undefined}>
                <td className="goods-at">{at + 1}</td>
                <th scope="row">
                  <span className="goods-name">{line.skuIdName}</span>
                  {then && !was && <ins>{t('inventory:document.lineNew')}</ins>}
                  <small>
                    {[line.skuCode, unitName(line.unitName)].filter(Boolean).join(' · ')}
                  </small>
                </th>
                {columns.map(([name, field]) => {
                  const { align } = fieldTypes[field.kind]
                  const value = (
                    <Written line={line} name={name}>
                      <LineCell entity={entity} name={name} field={field} row={line} />
                    </Written>
                  )
                  const isOther =
                    was &&
                    (isChanged(was[name], line[name]) ||
                      (name === 'quantity' && isChanged(was.unitId, line.unitId)))
                  return (
                    <td
                      key={name}
                      data-align={align}
                      data-label={head(name, field)}
                      className={
                        name === 'difference' && difference !== 0
                          ? difference > 0
                            ? 'goods-gain'
                            : 'goods-loss'
                          : name === 'expiresOn' && line.expiredFlag === 1
                            ? 'goods-loss'
                            : undefined
                      }
                    >
                      {name === 'quantity' && isShortClosed ? (
                        <span>
                          {String(line.doneQuantity ?? 0)} <del>{String(line.quantity)}</del>
                        </span>
                      ) : isOther ? (
                        <span className="goods-changed">
                          <del>
                            <Written line={was} name={name}>
                              <LineCell entity={entity} name={name} field={field} row={was} />
                            </Written>
                          </del>{' '}
                          <ins>{value}</ins>
                        </span>
                      ) : (
                        value
                      )}
                    </td>
                  )
                })}
              </tr>
            )
          })}
          {gone.map((line, at) => (
            <tr key={`gone-${at}`} className="goods-gone">
              <td className="goods-at">–</td>
              <th scope="row">
                <del className="goods-name">{line.skuIdName}</del>{' '}
                {t('inventory:document.lineGone')}
                <small>{[line.skuCode, unitName(line.unitName)].filter(Boolean).join(' · ')}</small>
              </th>
              {columns.map(([name, field]) => {
                const { align } = fieldTypes[field.kind]
                return (
                  <td key={name} data-align={align} data-label={head(name, field)}>
                    <del>
                      <LineCell entity={entity} name={name} field={field} row={line} />
                    </del>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
        {onPaper && summed.length > 0 && (
          <tfoot>
            <tr>
              <td />
              <th scope="row">{t('inventory:document.paperSum.sum')}</th>
              {columns.map(([name]) => (
                <td key={name} data-align="right">
                  {sums.get(name) !== undefined && (
                    <span className="kit-number">{yuan.format(sums.get(name)!)}</span>
                  )}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
