import { PlusOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#contract/entity.ts'
import { importColumns, importKeys } from '#contract/import-columns.ts'
import { HeadBeside, HeadTools } from '#src/ui/page-head.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { actionsOf } from '#src/kit/actions/actions.ts'
import { BulkBar } from '#src/kit/actions/bulk/BulkBar.tsx'
import { useResource } from '#src/kit/definition/definition-context.ts'
import { FilterForm } from '#src/kit/list/filter/FilterForm.tsx'
import { entityLabel } from '#src/kit/definition/label.ts'
import { toldColumns } from '#src/kit/list/columns/list-columns.ts'
import { isSameFilters, pageAfterDelete } from '#src/kit/list/location/list-location.ts'
import { ListCards } from './ListCards.tsx'
import { ListSkeleton, LoadFailed, NothingThere } from '#src/kit/app/ListState.tsx'
import { ListTable } from './ListTable.tsx'
import { ListTools } from './ListTools.tsx'
import { ListViews } from '#src/kit/list/views/ListViews.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { askedBy } from '#src/kit/list/location/list-query.ts'
import { useDefaultView } from '#src/kit/list/views/use-default-view.ts'
import { useFullScreen } from '#src/kit/list/views/use-full-screen.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useListLocation } from '#src/kit/list/location/use-list-location.ts'
import { useListSettings } from '#src/kit/list/views/use-list-settings.ts'
import { useListRows } from '#src/kit/list/rows/use-list-rows.ts'
import { useViewMode } from '#src/kit/list/views/use-view-mode.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { usePermissions, type Permissions } from '#src/kit/app/use-permissions.ts'
import { useReturnState } from '#src/kit/list/location/use-return-state.ts'
import { useOpened } from '#src/kit/record/use-opened.ts'
import { useRowActions } from '#src/kit/actions/use-row-actions.tsx'
import { mostDrawn } from '#src/kit/list/views/use-table-room.ts'
import './kit.css'

const FilterChips = lazy(() => import('#src/kit/list/filter/FilterChips.tsx'))
const BoardList = lazy(() => import('./BoardList.tsx'))
const MapList = lazy(() => import('#src/kit/map/MapList.tsx'))
const RecordDrawer = lazy(() => import('#src/kit/record/RecordDrawer.tsx'))
const nothing: Permissions = {}

/** The list of every resource: filters, rows, what can be done to them. */
export default function ListScreen() {
  const resource = useResource()
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const navigate = useNavigate()
  const { place, move, filters: asking } = useListLocation(resource)
  const { rows, total, isCut, query } = useListRows(resource, place, move)
  const actions = useMemo(() => actionsOf(resource), [resource])
  const known = usePermissions(resource, actions)
  const may = known ?? nothing
  // While it is asked, what may come keeps its place unseen, so that nothing moves when it does.
  const expected = useMemo(
    () => known ?? Object.fromEntries(actions.map((action) => [action, true])),
    [known, actions],
  )
  const { settings, columns, names: wanted, set } = useListSettings(resource)
  const names = useMemo(() => toldColumns(wanted, entity.fields, rows), [wanted, entity, rows])
  useDefaultView(resource.screen.name, settings)
  const { opened, show, close } = useOpened(resource)
  const box = useReturnState(resource.screen.route, opened, rows.length > 0)
  const [selected, setSelected] = useState<number[]>([])
  // Rows chosen on other pages are still to be named and acted on.
  const [seen, setSeen] = useState<ReadonlyMap<number, Row>>(() => new Map())
  const isNarrow = useNarrow()
  const look = useViewMode(resource)
  const [Above] = useState(() => (resource.list.above ? lazy(resource.list.above) : null))
  const [Footer] = useState(() =>
    resource.list.listFooter ? lazy(resource.list.listFooter) : null,
  )
  const zone = useTimeZone()
  const asked = useMemo(() => askedBy(entity, place, zone), [entity, place, zone])
  const [Over] = useState(() => (resource.listOverlay ? lazy(resource.listOverlay) : null))
  const full = useFullScreen()
  const select = useCallback(
    (ids: number[]) => {
      setSelected(ids)
      setSeen((before) => new Map([...before, ...rows.map((row) => [row.id, row] as const)]))
    },
    [rows],
  )

  const stepBack = useCallback(
    (deleted: number) =>
      move({ page: pageAfterDelete(place.page, rows.length, deleted) }, { replace: true }),
    [move, place.page, rows.length],
  )
  const clear = useCallback(() => setSelected([]), [])
  const { onAct, onAsk, onDrop, dialog } = useRowActions(resource, may, show, stepBack, clear)
  const [made, setMade] = useState<Row>()
  // Whoever saves before it is known what they may do is asked as soon as it is.
  useEffect(() => {
    if (!made || !known) return
    setMade(undefined)
    if (resource.created && known[resource.created]) onAsk(resource.created, [made])
  }, [made, known, resource, onAsk])
  const onMade = (row: Row) => {
    if (resource.created) setMade(row)
    void resource.leadsTo?.(row).then((path) => path && navigate(path))
  }
  const canShow = resource.list.rowActions?.includes('show')
  const onShow = useMemo(
    () => (canShow ? (row: Row) => show('show', row.id) : undefined),
    [canShow, show],
  )
  const canImport =
    resource.form !== undefined && expected.create === true && importColumns(entity) !== null
  const isFiltered = Object.keys(place.filters).length > 0
  const add = resource.form && entity.api.create && expected.create && (
    <Button
      className={known ? undefined : 'kit-held'}
      type="primary"
      icon={<PlusOutlined />}
      onClick={() => show('create')}
    >
      {t('common:actions.create')}
    </Button>
  )
  // Cards are all drawn: of very many rows the table shows what is in sight.
  const Body = isNarrow && !entity.parent && rows.length <= mostDrawn ? ListCards : ListTable
  const isRefreshing = query.isFetching && !query.isLoading
  return (
    <section
      ref={box}
      className={full.isOn ? 'kit-list kit-list-full' : 'kit-list'}
      aria-label={entityLabel(t, entity)}
      aria-busy={query.isFetching}
    >
      <HeadBeside>
        <ListViews resource={resource} settings={settings} onSet={set} />
      </HeadBeside>
      <HeadTools>
        <ListTools
          resource={resource}
          columns={columns}
          names={names}
          settings={settings}
          place={place}
          look={look}
          mayImport={canImport}
          mayUpdate={expected.edit === true && importKeys(entity).length > 0}
          isHeld={!known}
          full={isNarrow ? undefined : full}
          onSet={set}
          isRefreshing={isRefreshing}
          onRefresh={() => void query.refetch()}
        />
      </HeadTools>
      <FilterForm
        entity={entity}
        names={asking}
        own={resource.list.ownFilters}
        values={place.filters}
        add={add}
        isBusy={isRefreshing}
        onSearch={(filters) => {
          move({ page: 1, filters })
          // The same question again means: look again.
          void query.refetch()
        }}
      />
      {Above && (
        <Suspense>
          <Above />
        </Suspense>
      )}
      {isFiltered && (
        <Suspense fallback={<ul className="kit-chips" />}>
          <FilterChips
            entity={entity}
            own={resource.list.ownFilters}
            values={place.filters}
            onChange={(filters) => move({ page: 1, filters })}
          />
        </Suspense>
      )}
      {query.isLoading && <ListSkeleton rows={place.size} />}
      {query.isError && rows.length === 0 && (
        <LoadFailed error={query.error} onRetry={() => void query.refetch()} />
      )}
      {query.isSuccess && rows.length === 0 && (
        <NothingThere
          entity={entity}
          isFiltered={isFiltered}
          isUsual={isSameFilters(place.filters, resource.screen.usual ?? {})}
          onClear={() => move({ page: 1, filters: {} })}
          add={add}
        />
      )}
      {look?.isOn && rows.length > 0 && (
        <Suspense fallback={<ListSkeleton />}>
          {look.kind === 'map' ? (
            <MapList resource={resource} place={place} onShow={onShow} />
          ) : (
            <BoardList resource={resource} place={place} />
          )}
        </Suspense>
      )}
      {!look?.isOn && rows.length > 0 && (
        <Body
          resource={resource}
          rows={rows}
          total={total}
          isCut={isCut}
          isRefreshing={query.isPlaceholderData}
          place={place}
          may={expected}
          isHeld={!known}
          names={names}
          settings={settings}
          onSet={set}
          selected={selected}
          onSelect={select}
          onMove={move}
          onShow={onShow}
          onAct={onAct}
          onDrop={onDrop}
        />
      )}
      {Footer && rows.length > 0 && (
        <Suspense>
          <Footer query={asked} at={query.dataUpdatedAt} />
        </Suspense>
      )}
      <BulkBar
        resource={resource}
        rows={seen}
        selected={selected}
        may={may}
        onSelect={select}
        onAsk={onAsk}
        onDone={(action, done) =>
          action.startsWith('delete') &&
          stepBack(done.filter((id) => rows.some((row) => row.id === id)).length)
        }
      />
      {opened && (
        <Suspense>
          <RecordDrawer
            resource={resource}
            opened={opened}
            filters={place.filters}
            may={may}
            onClose={close}
            onOpen={show}
            onMade={onMade}
          />
        </Suspense>
      )}
      {Over && (
        <Suspense>
          <Over />
        </Suspense>
      )}
      {dialog}
    </section>
  )
}
