import type { CrudSort } from '@refinedev/core'
import type { TableColumnType } from 'antd'
import type { ListSettings } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { ColumnEdge } from './ColumnEdge.tsx'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { fieldTypes } from '#src/kit/fields/field-types.ts'
import { Marks } from './Marks.tsx'
import { HeadWord } from '#src/kit/definition/Term.tsx'
import { termOfField } from '#src/kit/definition/terms.ts'
import { headLabel } from './head-label.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { pinnedOffsets, pinnedWidth } from './list-columns.ts'
import { decimalsIn } from '#src/kit/fields/number/number-text.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'

/** One field of one row, drawn by its kind unless the resource draws it itself. */
export function FieldCell({
  resource,
  name,
  row,
  ...how
}: {
  resource: Pick<AnyResource, 'entity' | 'cells'>
  name: string
  row: Row
} & Pick<CellProps, 'isDetail' | 'isBare' | 'decimals'>) {
  const { entity, cells } = resource
  const field = (entity as Entity).fields[name]!
  const Cell = cells?.[name] ?? fieldTypes[field.kind].Cell
  return <Cell entity={entity} name={name} field={field} row={row} {...how} />
}

const unsortable = new Set([
  'refs',
  'choices',
  'richtext',
  'image',
  'images',
  'video',
  'files',
  'point',
  'polygon',
  'lines',
])
const isSortable = (entity: Entity, name: string) =>
  !entity.parent && !unsortable.has(entity.fields[name]?.kind ?? '')

interface Wanted {
  t: Translate
  resource: AnyResource
  names: readonly string[]
  /** What is drawn, by which a column has its decimals. */
  rows: readonly Row[]
  sort: CrudSort | null
  settings: Pick<ListSettings, 'pinned' | 'widths'>
  /** Pixels before the first column, which pinned ones leave free. */
  before: number
  /** Widths that hold without being measured; absent where the browser finds its own. */
  fixed?: ReadonlyMap<string, number>
  onResize: (name: string, width: number) => void
  /** Opens the record; absent when the list shows no single records. */
  onShow?: (row: Row) => void
}

export function columnsOf({
  t,
  resource,
  names,
  rows,
  sort,
  settings,
  before,
  fixed,
  onResize,
  onShow,
}: Wanted): TableColumnType<Row>[] {
  const entity: Entity = resource.entity
  const offsets = pinnedOffsets(names, settings, before)
  return names.map((name) => {
    const offset = offsets.get(name)
    const width = settings.widths[name] ?? (offset === undefined ? undefined : pinnedWidth)
    const style = {
      ...(width && { width, minWidth: width, maxWidth: width }),
      ...(offset !== undefined && { insetInlineStart: offset }),
    }
    // Rows drawn in part have antd's own pinning: they are moved sideways and not scrolled.
    const cell = fixed ? {} : { style, className: offset === undefined ? undefined : 'kit-pinned' }
    const isTitle = name === entity.title
    const decimals = decimalsIn(entity.fields[name]!, rows, name)
    const order = sort?.field === name ? (sort.order === 'asc' ? 'ascend' : 'descend') : null
    return {
      key: name,
      dataIndex: name,
      width: fixed?.get(name),
      fixed: fixed && offset !== undefined ? 'left' : undefined,
      title: (
        <>
          <HeadWord term={termOfField(entity, name)}>{headLabel(t, entity, name)}</HeadWord>
          <ColumnEdge onResize={(next) => onResize(name, next)} />
        </>
      ),
      // A new one each time: antd writes its own click into it, and would write it into the rows'
      // or the last one again.
      onHeaderCell: () => ({ ...cell }),
      onCell: () => cell,
      align: fieldTypes[entity.fields[name]!.kind].align,
      ellipsis: isTitle ? undefined : { showTitle: false },
      sorter: isSortable(entity, name),
      sortOrder: order,
      showSorterTooltip: false,
      rowScope: isTitle ? 'row' : undefined,
      render: (_, row) => {
        const value = (
          <FieldCell resource={resource} name={name} row={row} isBare decimals={decimals} />
        )
        if (!isTitle) return value
        return (
          <>
            {onShow ? (
              <button type="button" className="kit-link" onClick={() => onShow(row)}>
                {value}
              </button>
            ) : (
              value
            )}
            <Marks resource={resource} row={row} names={names} />
          </>
        )
      },
    }
  })
}
