import type { ListSettings } from '#contract/account/self.ts'
import { Button, Input } from 'antd'
import { useState, type ComponentProps } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { AuditDiff } from '#src/kit/record/AuditDiff.tsx'
import { CodeNames } from '#src/kit/record/CodeNames.tsx'
import { BulkBar } from '#src/kit/actions/bulk/BulkBar.tsx'
import { BulkOutcome } from '#src/kit/actions/bulk/BulkOutcome.tsx'
import ConflictDialog from '#src/kit/form/dialogs/ConflictDialog.tsx'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { SendForm } from '#src/kit/form/SendForm.tsx'
import FilterChips from '#src/kit/list/filter/FilterChips.tsx'
import { FilterForm } from '#src/kit/list/filter/FilterForm.tsx'
import { fieldLabel } from '#src/kit/definition/label.ts'
import { ListCards } from '#src/kit/list/ListCards.tsx'
import { ListSkeleton, LoadFailed, NothingThere } from '#src/kit/app/ListState.tsx'
import { ListTable } from '#src/kit/list/ListTable.tsx'
import { ListTools } from '#src/kit/list/ListTools.tsx'
import { NoPermission } from '#src/kit/app/NoPermission.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import { RowActions } from '#src/kit/actions/RowActions.tsx'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import type { Row } from '#src/kit/definition/resource.ts'
import { Term } from '#src/kit/definition/Term.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { workers } from '#src/resources/farm/worker.ts'
import { notices } from '#src/resources/message/notice.ts'
import { Section, Shown } from './Shown.tsx'
import { noRecord } from './specimens.ts'

const { entity, list } = workers
const may = { create: true, edit: true, delete: true, publish: true, withdraw: true }
const place = { page: 1, size: 10, sort: null, filters: {} }
const nothing = () => undefined
const failures = {
  failed: new ApiError(500, { requestId: 'r-20260305-1' }),
  offline: new ApiError(0, {}),
  refused: new ApiError(403, { missing: [notices.entity.permissions.list] }),
}

/** Rows that are in no database: what is pressed here finds nothing to change. */
function useRows(): Row[] {
  const t = useLabels(entity)
  const names = [t('menus:screens.base'), t('menus:screens.store'), t('common:failed')]
  return names.map((realName, at) => ({
    id: noRecord - at,
    realName,
    workerCode: `W-${at}`,
    phone: '13800000001',
    kind: ['permanent', 'seasonal', 'daily'][at],
    areaId: noRecord,
    areaIdName: names[0],
    organizationId: null,
    skills: t('common:failed'),
    dayWage: 120 * at,
    joinedOn: '2026-03-05',
    enabledFlag: at % 2,
    lastUpdateDate: '2026-03-05T08:30:00Z',
  }))
}

const settings: ListSettings = {
  hidden: [],
  shown: [],
  order: [],
  pinned: [],
  widths: {},
  density: 'middle',
}

function Lists() {
  const t = useLabels(entity)
  const rows = useRows()
  const [selected, setSelected] = useState<number[]>([noRecord])
  const body: ComponentProps<typeof ListTable> = {
    resource: workers,
    rows,
    total: 128,
    isCut: false,
    isRefreshing: false,
    place,
    may,
    isHeld: false,
    names: list.columns,
    settings,
    onSet: nothing,
    selected,
    onSelect: setSelected,
    onMove: nothing,
    onShow: nothing,
    onAct: nothing,
  }
  const seen = new Map(rows.map((row) => [row.id, row]))
  return (
    <Section name="List">
      <Shown name="FilterForm FilterBar" wide>
        <FilterForm entity={entity} names={list.filters ?? []} values={{}} onSearch={nothing} />
      </Shown>
      <Shown name="FilterChips" wide>
        <FilterChips
          entity={entity}
          values={{ realName: t('common:failed'), kind: 'daily', enabledFlag: 1, areaId: noRecord }}
          onChange={nothing}
        />
      </Shown>
      <Shown name="BulkBar ListTools" wide>
        <div>
          <BulkBar
            resource={workers}
            rows={seen}
            selected={selected}
            may={may}
            onSelect={setSelected}
            onDone={nothing}
            onAsk={nothing}
          />
          <ListTools
            resource={workers}
            mayImport
            mayUpdate
            isHeld={false}
            columns={list.columns}
            names={list.columns}
            settings={settings}
            place={place}
            onSet={nothing}
            onRefresh={nothing}
            isRefreshing={false}
          />
        </div>
      </Shown>
      <Shown name="ListTable" wide>
        <ListTable {...body} />
      </Shown>
      <Shown name="ListTable isRefreshing small" wide>
        <ListTable {...body} isRefreshing settings={{ ...settings, density: 'small' }} />
      </Shown>
      <Shown name="ListCards">
        <ListCards {...body} />
      </Shown>
      <Shown name="Term">
        <Term name="ec">EC</Term>
      </Shown>
      <Shown name="RowsTable" wide>
        <RowsTable
          empty={t('kit:list.noMatch')}
          rowKey={({ id }: Row) => id}
          columns={[
            {
              key: 'realName',
              title: fieldLabel(t, entity, 'realName'),
              render: (row: Row) => String(row.realName),
            },
          ]}
          list={{
            rows,
            total: rows.length,
            isCut: false,
            place: { ...place, filters: {} },
            move: nothing,
            query: {} as never,
          }}
        />
      </Shown>
    </Section>
  )
}

function States() {
  return (
    <Section name="ListState">
      <Shown name="ListSkeleton">
        <ListSkeleton rows={4} />
      </Shown>
      <Shown name="NothingThere">
        <NothingThere entity={entity} isFiltered={false} onClear={nothing} />
      </Shown>
      <Shown name="NothingThere isFiltered">
        <NothingThere entity={entity} isFiltered onClear={nothing} />
      </Shown>
      {Object.entries(failures).map(([name, error]) => (
        <Shown key={name} name={`LoadFailed ${name}`}>
          <LoadFailed error={error} onRetry={nothing} />
        </Shown>
      ))}
      <Shown name="NoPermission">
        <NoPermission missing={[]} />
      </Shown>
      <Shown name="NotFound">
        <NotFound />
      </Shown>
    </Section>
  )
}

const sending = { isBusy: false, problem: undefined, fields: {} }
function Fields() {
  const t = useLabels(entity)
  const [isOpen, setOpen] = useState(false)
  const [name, setName] = useState('')
  const required = t('errors:field.required')
  const close = () => setOpen(false)
  const field = (
    <FieldItem name="realName" label={fieldLabel(t, entity, 'realName')} required>
      <Input value={name} onChange={({ target }) => setName(target.value)} />
    </FieldItem>
  )
  return (
    <Section name="Sending">
      {Object.entries({
        '': sending,
        isBusy: { ...sending, isBusy: true },
        fields: { ...sending, problem: required, fields: { realName: required } },
        problem: { ...sending, problem: t('common:failed') },
      }).map(([state, current]) => (
        <Shown key={state} name={`SendForm FieldItem ${state}`}>
          <SendForm sending={current}>{field}</SendForm>
        </Shown>
      ))}
      <Shown name="Dialog">
        <Button onClick={() => setOpen(true)}>{t('common:actions.edit')}</Button>
        {isOpen && (
          <Dialog
            title={t('common:actions.edit')}
            okText={t('common:buttons.save')}
            sending={sending}
            onOk={close}
            onClose={close}
          >
            {field}
          </Dialog>
        )}
      </Shown>
    </Section>
  )
}

function Records() {
  const t = useLabels(notices.entity)
  const [first, second] = useRows()
  const [isOpen, setOpen] = useState(false)
  const refused = {
    done: [noRecord - 1],
    refused: [{ row: first!, sentence: t('kit:list.stateRefuses') }],
  }
  const [draft, published] = ['DRAFT', 'PUBLISHED'].map((statusCode) => ({
    id: noRecord,
    title: t('kit:history.title'),
    statusCode,
  }))
  return (
    <Section name="Records">
      <Shown name="BulkOutcome">
        <BulkOutcome entity={entity} result={refused} onClose={nothing} />
      </Shown>
      <Shown name="RowActions">
        <RowActions t={t} resource={notices} row={draft!} may={may} onAct={nothing} />
      </Shown>
      <Shown name="RowActions refused">
        <RowActions t={t} resource={notices} row={published!} may={may} onAct={nothing} />
      </Shown>
      <Shown name="CodeNames">
        <CodeNames codes={Object.values(entity.permissions).flat()} />
      </Shown>
      <Shown name="AuditDiff">
        <AuditDiff entity={entity} before={first!} after={second!} />
      </Shown>
      <Shown name="ConflictDialog">
        <Button onClick={() => setOpen(true)}>{t('kit:conflict.title')}</Button>
        {isOpen && (
          <ConflictDialog
            resource={workers}
            failure={new ApiError(409, { current: second, changedBy: String(first!.realName) })}
            mine={{ realName: first!.realName, kind: first!.kind }}
            names={['realName', 'kind']}
            onChoice={() => setOpen(false)}
          />
        )}
      </Shown>
    </Section>
  )
}

/** What draws definitions: src/kit, as far as it can be shown without a screen around it. */
export const KitSection = () => (
  <>
    <Lists />
    <States />
    <Fields />
    <Records />
  </>
)
