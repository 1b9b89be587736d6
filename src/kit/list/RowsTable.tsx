import { Pagination, Table } from 'antd'
import type { TableRef } from 'antd/es/table'
import { Fragment, useEffect, useRef, type ReactNode } from 'react'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { closenessOf } from '#src/kit/list/columns/list-columns.ts'
import { HeadWord, Term } from '#src/kit/definition/Term.tsx'
import type { Term as TermName } from '#src/kit/definition/terms.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { usePaging } from './ListTable.tsx'
import { useHiddenBeyond } from './views/use-hidden-beyond.ts'
import type { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import './kit.css'

export interface RowsColumn<Row> {
  key: string
  title: string
  /** Explained where it stands. */
  term?: TermName | undefined
  render: (row: Row) => ReactNode
  align?: 'right'
  /** What is done with a row: it stays in view where the others are moved. */
  isPinned?: boolean
  /** A state, which says by itself what it is: on a phone it stands beside the row's name. */
  isTag?: boolean
}
/** Rows that are picked for something. */
interface RowsPicking<Row> {
  picked: readonly number[]
  /** Of a row nothing is to be done with there is no box. */
  mayPick: (row: Row) => boolean
  /** What a box is read out as. */
  nameOf: (row: Row) => string
  /** What the box of the whole page is read out as, and says on a phone. */
  nameOfAll: string
  onPick: (ids: readonly number[]) => void
}
interface RowsTableProps<Row> {
  list: Pick<
    ReturnType<typeof useCallList<never, Row>>,
    'rows' | 'total' | 'isCut' | 'place' | 'move' | 'query'
  >
  columns: readonly RowsColumn<Row>[]
  rowKey: (row: Row) => string | number
  /** What would be here, said while there is nothing. */
  empty: string
  /** Null: nothing can be done with several. */
  picking?: RowsPicking<Row> | null
}

/** Rows of a call, in the same states and with the same paging as a generated list. */
export function RowsTable<Row extends object>({
  list,
  columns,
  rowKey,
  empty,
  picking = null,
}: RowsTableProps<Row>) {
  const t = useLabels()
  const { rows, query, place, total, isCut, move } = list
  const isNarrow = useNarrow()
  const paging = usePaging({
    total,
    isCut,
    place: { ...place, sort: null },
    onMove: (change) => move({ page: change.page ?? place.page, size: change.size ?? place.size }),
  })
  const box = useRef<HTMLDivElement>(null)
  const table = useRef<TableRef>(null)
  useHiddenBeyond(table, !isNarrow && rows.length > 0)
  // What is wider than its place is moved by the arrow keys too.
  useEffect(() => {
    const region = box.current?.querySelector<HTMLElement>('.ant-table-content')
    if (!region) return
    if (region.scrollWidth > region.clientWidth) region.tabIndex = 0
    else region.removeAttribute('tabindex')
  })
  if (query.isLoading) return <ListSkeleton rows={place.size} />
  if (query.isError) return <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
  if (rows.length === 0) {
    // A tab is where one looks, not what one looks for.
    const isFiltered = Object.keys(place.filters).some((name) => name !== 'tab')
    return (
      <EmptyState variant={isFiltered ? 'noContent' : 'noData'} height={400}>
        <p>{isFiltered ? t('kit:list.noMatch') : empty}</p>
      </EmptyState>
    )
  }
  const { one, all } = boxesOf(rows, picking, (row) => Number(rowKey(row)))
  if (!isNarrow) {
    return (
      <div ref={box}>
        <Table<Row>
          className={`kit-table${closenessOf(columns.length)}`}
          ref={table}
          rowKey={rowKey}
          dataSource={[...rows]}
          pagination={paging}
          tableLayout="auto"
          columns={[
            ...(all ? [{ key: 'picked', title: all, width: 40, render: one }] : []),
            ...columns.map(({ key, title, term, render, align, isPinned }) => ({
              key,
              title: <HeadWord term={term}>{title}</HeadWord>,
              align,
              ...(isPinned && { className: 'kit-actions-cell' }),
              render: (_: unknown, row: Row) => render(row),
            })),
          ]}
        />
      </div>
    )
  }
  const [title, ...others] = columns
  const tags = others.filter(({ isTag }) => isTag)
  const deeds = others.filter(({ isPinned }) => isPinned)
  const facts = others.filter(({ isTag, isPinned }) => !isTag && !isPinned)
  return (
    <>
      {all && (
        <label className="kit-pick">
          {all} {picking?.nameOfAll}
        </label>
      )}
      <ul className="kit-cards">
        {rows.map((row) => (
          <li key={rowKey(row)} className="kit-card">
            <div className="kit-card-head">
              {one(undefined, row)}
              <span className="kit-card-name">{title!.render(row)}</span>
              <span className="kit-card-end">
                {tags.map(({ key, render }) => (
                  <Fragment key={key}>{render(row)}</Fragment>
                ))}
              </span>
            </div>
            <dl>
              {facts.map(({ key, title: name, term, render }) => {
                const shown = render(row)
                // A name with nothing behind it tells nothing.
                if (shown === null || shown === undefined || shown === '') return null
                return (
                  <div key={key}>
                    <dt>{term ? <Term name={term}>{name}</Term> : name}</dt>
                    <dd>{shown}</dd>
                  </div>
                )
              })}
            </dl>
            {deeds.map(({ key, render }) => (
              <div key={key} className="kit-card-deeds">
                {render(row)}
              </div>
            ))}
          </li>
        ))}
      </ul>
      <Pagination {...paging} simple size="small" />
    </>
  )
}

/** A box for each row, and one for all of the page; null where none can be picked. */
function boxesOf<Row>(
  rows: readonly Row[],
  picking: RowsPicking<Row> | null,
  idOf: (row: Row) => number,
): { one: (_: unknown, row: Row) => ReactNode; all: ReactNode } {
  const open = picking ? rows.filter(picking.mayPick).map(idOf) : []
  if (!picking || open.length === 0) return { one: () => null, all: null }
  const { picked, mayPick, nameOf, nameOfAll, onPick } = picking
  const isAll = open.every((id) => picked.includes(id))
  const without = (ids: readonly number[]) => picked.filter((id) => !ids.includes(id))
  return {
    one: (_, row) =>
      mayPick(row) && (
        <input
          type="checkbox"
          className="kit-check"
          checked={picked.includes(idOf(row))}
          aria-label={nameOf(row)}
          onChange={() =>
            onPick(picked.includes(idOf(row)) ? without([idOf(row)]) : [...picked, idOf(row)])
          }
        />
      ),
    all: (
      <input
        type="checkbox"
        className="kit-check"
        checked={isAll}
        aria-label={nameOfAll}
        ref={(box) => {
          if (box) box.indeterminate = !isAll && open.some((id) => picked.includes(id))
        }}
        onChange={() => onPick(isAll ? without(open) : [...without(open), ...open])}
      />
    ),
  }
}
