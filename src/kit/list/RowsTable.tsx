import { Pagination, Table } from 'antd'
import { useEffect, useRef, type ReactNode } from 'react'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { HeadWord, Term } from '#src/kit/definition/Term.tsx'
import type { Term as TermName } from '#src/kit/definition/terms.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { usePaging } from './ListTable.tsx'
import type { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import './kit.css'

export interface RowsColumn<Row> {
  key: string
  title: string
  /** Explained where it stands. */
  term?: TermName | undefined
  render: (row: Row) => ReactNode
  align?: 'right'
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
}

/** Rows of a call, in the same states and with the same paging as a generated list. */
export function RowsTable<Row extends object>({
  list,
  columns,
  rowKey,
  empty,
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
  if (!isNarrow) {
    return (
      <div ref={box}>
        <Table<Row>
          className="kit-table"
          size="middle"
          rowKey={rowKey}
          dataSource={[...rows]}
          pagination={paging}
          tableLayout="auto"
          columns={columns.map(({ key, title, term, render, align }) => ({
            key,
            title: <HeadWord term={term}>{title}</HeadWord>,
            align,
            render: (_: unknown, row: Row) => render(row),
          }))}
        />
      </div>
    )
  }
  return (
    <>
      <ul className="kit-cards">
        {rows.map((row) => (
          <li key={rowKey(row)} className="kit-card">
            <dl>
              {columns.map(({ key, title, term, render }) => (
                <div key={key}>
                  <dt>{term ? <Term name={term}>{title}</Term> : title}</dt>
                  <dd>{render(row)}</dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
      <Pagination {...paging} simple size="small" />
    </>
  )
}
