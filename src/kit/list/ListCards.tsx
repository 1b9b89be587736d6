import { Pagination } from 'antd'
import { memo, useMemo, type ReactNode } from 'react'
import type { Entity } from '#contract/entity.ts'
import { isSelectable } from '#src/kit/actions/actions.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { Marks } from '#src/kit/list/columns/Marks.tsx'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { cardParts, needsName } from '#src/kit/list/rows/card-parts.ts'
import { usePaging, type ListBodyProps } from './ListTable.tsx'
import { rowTitle } from '#src/kit/definition/row-title.ts'
import { RowActions } from '#src/kit/actions/RowActions.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/**
 * An empty field is left out of a card: a dash in every second line would hide what there is. A
 * cell of its own may draw from other fields.
 */
const isSaid = (value: unknown, hasOwnCell: boolean) =>
  value === undefined
    ? hasOwnCell
    : value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** The same rows on a phone: one card of three lines each, nothing to scroll sideways. */
export const ListCards = memo(function ListCards(props: ListBodyProps) {
  const { resource, rows, may, isHeld, names, selected, isRefreshing, onSelect, onShow, onAct } =
    props
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const paging = usePaging(props)
  const canSelect = isSelectable(resource, may)
  const parts = useMemo(() => cardParts(resource, names), [resource, names])
  const toggle = (id: number) =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  const words = (row: (typeof rows)[number], of: readonly string[]): ReactNode[] =>
    of
      .filter((name) => isSaid(row[name], resource.cells?.[name] !== undefined))
      .map((name) => (
        <span key={name}>
          {needsName(entity, name) && `${fieldLabel(t, entity, name)} `}
          <FieldCell resource={resource} name={name} row={row} />
        </span>
      ))
  return (
    <>
      <ul className={isRefreshing ? 'kit-cards kit-refreshing' : 'kit-cards'}>
        {rows.map((row) => {
          const title = rowTitle(entity, row, zone)
          const middle = words(row, parts.middle)
          const last = words(row, parts.last)
          return (
            <li key={row.id} data-row-key={row.id} className="kit-card">
              <div className="kit-card-head">
                {canSelect && (
                  <input
                    type="checkbox"
                    aria-label={t('kit:list.selectRow', { title })}
                    checked={selected.includes(row.id)}
                    onChange={() => toggle(row.id)}
                  />
                )}
                {parts.picture && isSaid(row[parts.picture], false) && (
                  <FieldCell resource={resource} name={parts.picture} row={row} isBare />
                )}
                <span className="kit-card-name">
                  {onShow ? (
                    <button type="button" className="kit-link" onClick={() => onShow(row)}>
                      {title}
                    </button>
                  ) : (
                    <FieldCell resource={resource} name={entity.title} row={row} />
                  )}
                </span>
                {parts.figure && isSaid(row[parts.figure], false) && (
                  <span className="kit-card-figure">
                    <small>{fieldLabel(t, entity, parts.figure)}</small>{' '}
                    <FieldCell resource={resource} name={parts.figure} row={row} />
                  </span>
                )}
                <span className="kit-card-end">
                  <Marks resource={resource} row={row} names={parts.tags} />
                  {parts.tags.map((name) => (
                    <FieldCell key={name} resource={resource} name={name} row={row} />
                  ))}
                  <span className={isHeld ? 'kit-held' : undefined}>
                    <RowActions
                      t={t}
                      resource={resource}
                      row={row}
                      may={may}
                      isFolded={!resource.list.isVerbOnCard}
                      onAct={onAct}
                    />
                  </span>
                </span>
              </div>
              {middle.length > 0 && <div className="kit-card-line">{middle}</div>}
              {last.length > 0 && <div className="kit-card-line kit-card-last">{last}</div>}
              {parts.own.map((name) => (
                <div key={name} className="kit-card-own">
                  <FieldCell resource={resource} name={name} row={row} />
                </div>
              ))}
            </li>
          )
        })}
      </ul>
      {!entity.parent && <Pagination {...paging} simple size="small" />}
    </>
  )
})
