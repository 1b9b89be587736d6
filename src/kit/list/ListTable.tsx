import { Table, type TablePaginationConfig, type TableProps } from 'antd'
import { memo, useMemo, useRef, useSyncExternalStore } from 'react'
import type { ListSettings } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { isFirstPaintDone, onFirstPaint } from '#src/lib/first-paint.ts'
import { isSelectable } from '#src/kit/actions/actions.ts'
import { columnsOf } from '#src/kit/list/columns/columns.tsx'
import { actionLabel, fieldLabel } from '#src/kit/definition/label.ts'
import { closenessOf, fixedWidths, textWidth } from '#src/kit/list/columns/list-columns.ts'
import { pageSizes, type ListLocation } from '#src/kit/list/location/list-location.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { rowTitle } from '#src/kit/definition/row-title.ts'
import { RowActions } from '#src/kit/actions/RowActions.tsx'
import { PageTotals } from '#src/kit/list/columns/PageTotals.tsx'
import { choose } from '#src/kit/list/rows/selection.ts'
import { treeOf } from '#src/kit/list/rows/tree.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useHiddenBeyond } from '#src/kit/list/views/use-hidden-beyond.ts'
import { mostDrawn, useTableRoom } from '#src/kit/list/views/use-table-room.ts'
import { useTreeDrag, type TreeMove } from '#src/kit/list/rows/tree-drag.ts'

export interface ListBodyProps {
  resource: AnyResource
  rows: readonly Row[]
  total: number
  isCut: boolean
  isRefreshing: boolean
  place: ListLocation
  may: Permissions
  /** `may` is only what may come: it keeps its place and is not shown. */
  isHeld: boolean
  names: readonly string[]
  settings: ListSettings
  onSet: (change: Partial<ListSettings>) => void
  selected: readonly number[]
  onSelect: (ids: number[]) => void
  onMove: (change: Partial<ListLocation>) => void
  onShow?: (row: Row) => void
  onAct: (action: string, row: Row) => void
  onDrop?: (move: TreeMove) => void
}

export function usePaging({
  total,
  isCut,
  place,
  onMove,
}: Pick<ListBodyProps, 'total' | 'isCut' | 'place' | 'onMove'>): TablePaginationConfig {
  const t = useLabels()
  // Choosing a size needs antd's Select, which costs as much as all rows: its place is kept until
  // they stand.
  const canChoose = useSyncExternalStore(onFirstPaint, isFirstPaintDone)
  return {
    className: canChoose ? undefined : 'kit-paging-held',
    current: place.page,
    pageSize: place.size,
    total,
    showSizeChanger: canChoose,
    pageSizeOptions: [...pageSizes],
    showTotal: (count) =>
      isCut ? t('common:table.totalCut', { count }) : t('common:table.total', { count }),
    onChange: (page, size) => onMove(size === place.size ? { page } : { page: 1, size }),
  }
}

const selectionWidth = 40

/** Rows as a table, as a tree where the entity is one. */
export const ListTable = memo(function ListTable(props: ListBodyProps) {
  const {
    resource,
    rows,
    place,
    may,
    isHeld,
    names,
    settings,
    selected,
    isRefreshing,
    onSet,
    onSelect,
    onMove,
    onShow,
    onAct,
    onDrop,
  } = props
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const zone = useTimeZone()
  const paging = usePaging(props)
  const { parent } = entity
  const data = useMemo(() => (parent ? treeOf(rows, parent) : rows), [rows, parent])
  const drag = useTreeDrag(rows, parent, onDrop)
  const latest = useRef<number>(undefined)
  const offered = useMemo(
    () =>
      (resource.list.rowActions ?? []).filter((action: string) => action !== 'show' && may[action]),
    [resource, may],
  )
  const hasActions = offered.length > 0
  const totals = (resource.list.totals ?? []).filter((name: string) => names.includes(name))
  const canSelect = isSelectable(resource, may)
  const isPartly = rows.length > mostDrawn
  const { table, room } = useTableRoom(isPartly)
  useHiddenBeyond(table, !isPartly)
  const actionsWidth = hasActions
    ? offered.reduce(
        (most: number, action: string) => Math.max(most, textWidth(actionLabel(t, entity, action))),
        0,
      ) + 72
    : 0
  const beside = actionsWidth + (canSelect ? selectionWidth : 0)
  const fixed = useMemo(
    () =>
      isPartly
        ? fixedWidths(
            names.map((name) => ({
              name,
              kind: entity.fields[name]!.kind,
              label: fieldLabel(t, entity, name),
            })),
            settings,
            room.width - beside,
          )
        : undefined,
    [isPartly, names, entity, t, settings, room.width, beside],
  )
  const columns = useMemo(() => {
    const own = columnsOf({
      t,
      resource,
      names,
      rows,
      sort: place.sort,
      settings,
      before: canSelect ? selectionWidth : 0,
      fixed,
      onShow,
      onResize: (name, width) => onSet({ widths: { ...settings.widths, [name]: width } }),
    })
    if (!hasActions) return own
    return [
      ...own,
      {
        key: 'actions',
        title: t('common:table.actions'),
        ...(fixed && { width: actionsWidth, fixed: 'right' as const }),
        className: isHeld ? 'kit-actions-cell kit-held' : 'kit-actions-cell',
        render: (_: unknown, row: Row) => (
          <RowActions t={t} resource={resource} row={row} may={may} onAct={onAct} />
        ),
      },
    ]
  }, [
    t,
    resource,
    names,
    rows,
    place.sort,
    settings,
    canSelect,
    hasActions,
    actionsWidth,
    fixed,
    may,
    isHeld,
    onSet,
    onShow,
    onAct,
  ])
  const rowSelection = useMemo<TableProps<Row>['rowSelection']>(() => {
    if (!canSelect) return undefined
    const ids = rows.map((row) => row.id)
    const chosen = new Set(selected)
    const isAll = ids.length > 0 && ids.every((id) => chosen.has(id))
    return {
      selectedRowKeys: [...selected],
      checkStrictly: true,
      columnWidth: selectionWidth,
      fixed: isPartly && settings.pinned.length > 0,
      // A plain box: ten of antd's would take as long as all cells of the page.
      renderCell: (isChecked, row) => (
        <input
          type="checkbox"
          className="kit-check"
          checked={isChecked}
          aria-label={t('kit:list.selectRow', { title: rowTitle(entity, row, zone) })}
          onChange={({ nativeEvent }) => {
            const isRange = (nativeEvent as MouseEvent).shiftKey
            onSelect(choose(selected, ids, row.id, !isChecked, isRange ? latest.current : row.id))
            latest.current = row.id
          }}
        />
      ),
      columnTitle: (
        <input
          type="checkbox"
          className="kit-check"
          aria-label={t('kit:list.selectPage')}
          checked={isAll}
          ref={(box) => {
            if (box) box.indeterminate = !isAll && ids.some((id) => chosen.has(id))
          }}
          onChange={() =>
            onSelect(
              isAll
                ? selected.filter((id) => !ids.includes(id))
                : [...new Set([...selected, ...ids])],
            )
          }
        />
      ),
    }
  }, [zone, canSelect, isPartly, settings.pinned, rows, selected, onSelect, t, entity])
  return (
    <Table<Row>
      className={`kit-table${closenessOf(names.length)} kit-${settings.density}${isRefreshing ? ' kit-refreshing' : ''}${settings.pinned.length ? ' kit-has-pinned' : ''}`}
      rowKey="id"
      dataSource={data}
      columns={columns}
      ref={table}
      virtual={isPartly}
      scroll={
        fixed && {
          x: [...fixed.values()].reduce((sum, width) => sum + width, beside),
          y: room.height,
        }
      }
      tableLayout={isPartly ? 'fixed' : 'auto'}
      rowSelection={rowSelection}
      pagination={parent ? false : paging}
      summary={
        totals.length > 0
          ? () => (
              <PageTotals
                entity={entity}
                rows={rows}
                names={names}
                totals={totals}
                before={canSelect ? 1 : 0}
                behind={hasActions ? 1 : 0}
              />
            )
          : undefined
      }
      onRow={drag}
      expandable={parent ? { defaultExpandAllRows: true } : undefined}
      onChange={(_, __, sorter, { action }) => {
        if (action !== 'sort' || Array.isArray(sorter)) return
        const field = String(sorter.columnKey)
        onMove({
          page: 1,
          sort: sorter.order ? { field, order: sorter.order === 'ascend' ? 'asc' : 'desc' } : null,
        })
      }}
    />
  )
})
