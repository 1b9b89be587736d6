import { Pagination } from 'antd'
import { memo } from 'react'
import type { Entity } from '#contract/entity.ts'
import { isSelectable } from '#src/kit/actions/actions.ts'
import { FieldCell } from '#src/kit/list/columns/columns.tsx'
import { fieldLabel } from '#src/kit/definition/label.ts'
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

/** The same rows on a phone: one card each, nothing to scroll sideways. */
export const ListCards = memo(function ListCards(props: ListBodyProps) {
  const { resource, rows, may, isHeld, names, selected, isRefreshing, onSelect, onShow, onAct } =
    props
  const { list } = resource
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const paging = usePaging(props)
  const canSelect = isSelectable(resource, may)
  const toggle = (id: number) =>
    onSelect(selected.includes(id) ? selected.filter((one) => one !== id) : [...selected, id])
  return (
    <>
      <ul className={isRefreshing ? 'kit-cards kit-refreshing' : 'kit-cards'}>
        {rows.map((row) => {
          const title = rowTitle(entity, row, zone)
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
                {onShow ? (
                  <button type="button" className="kit-link" onClick={() => onShow(row)}>
                    {title}
                  </button>
                ) : (
                  <strong>
                    <FieldCell resource={resource} name={entity.title} row={row} />
                  </strong>
                )}
              </div>
              <dl>
                {names
                  .filter(
                    (name) =>
                      name !== entity.title &&
                      (list.onPhone?.includes(name) ?? true) &&
                      isSaid(row[name], resource.cells?.[name] !== undefined),
                  )
                  .map((name) => (
                    <div key={name}>
                      <dt>{fieldLabel(t, entity, name)}</dt>
                      <dd>
                        <FieldCell resource={resource} name={name} row={row} />
                      </dd>
                    </div>
                  ))}
              </dl>
              <div className={isHeld ? 'kit-held' : undefined}>
                <RowActions t={t} resource={resource} row={row} may={may} onAct={onAct} />
              </div>
            </li>
          )
        })}
      </ul>
      {!entity.parent && <Pagination {...paging} simple size="small" />}
    </>
  )
})
