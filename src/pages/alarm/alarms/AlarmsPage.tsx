import { Button } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { acknowledgeAlarms, alarmCount, alarms, alarmDetail } from '#contract/alarm/alarm-calls.ts'
import { alarmLevels } from '#contract/alarm/alarm-rule.ts'
import { deviceTypeNames } from '#contract/devices/index.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { levelText, levelTone } from '#src/features/alarm/alarm-words.ts'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useDefinition } from '#src/kit/definition/definition-context.ts'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { FilterBar } from '#src/ui/FilterBar.tsx'
import { filterItems } from '#src/ui/filter-items.tsx'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { AlarmTable } from './AlarmTable.tsx'
import './alarms.css'

const AlarmDrawer = lazy(() => import('./AlarmDrawer.tsx'))
const filterNames = [
  'state',
  'level',
  'areaId',
  'deviceType',
  'deviceId',
  'unacknowledged',
  'q',
  'alarm',
] as const
const actions = ['list', 'acknowledge', 'assign', 'comment', 'mute', 'clear']
/** Which alarm is open is part of the address and no part of the question; the base is the page's. */
const askedOn =
  (base: number | null) =>
  ({ alarm: _open, ...filters }: Readonly<Record<string, string>>) =>
    base === null ? filters : { ...filters, areaId: base }

/** What is wrong in the field, newest first, and what people do about it. */
export default function AlarmsPage() {
  const t = useLabels({ module: 'equipment' })
  const may = usePermissions(useDefinition(), actions)
  const base = useCurrentBase()
  const list = useCallList(alarms, filterNames, askedOn(base))
  const { alarm: opened, ...filters } = list.place.filters
  const count = useCall(alarmCount, base === null ? {} : { areaId: base })
  const [draft, setDraft] = useState<Readonly<Record<string, string>>>(filters)
  const [picked, setPicked] = useState<readonly number[]>([])
  const shown = [alarms, alarmCount, alarmDetail]
  const look = () => shown.forEach((asked) => void invalidateCall(asked))
  const set = (name: string, value: string | number | undefined | null) =>
    setDraft({ ...draft, [name]: value ? String(value) : '' })
  const field = filterItems('alarm', draft, set)
  const search = (next: Readonly<Record<string, string>>) => {
    setDraft(next)
    list.move({ page: 1, filters: next })
  }
  const open = (id: number | null) =>
    list.move({ filters: { ...filters, ...(id !== null && { alarm: String(id) }) } })
  const acknowledging = useCallAction(acknowledgeAlarms, {
    said: (count) => t('equipment:alarm.acknowledgedCount', { count }),
    invalidates: shown,
    onDone: () => setPicked([]),
  })
  const acknowledge = (ids: readonly number[]) => acknowledging.send({ ids: [...ids] })
  const levels = useMemo(
    () =>
      Object.values(alarmLevels).map((value) => ({
        value: String(value),
        label: levelText(t, value),
      })),
    [t],
  )
  return (
    <>
      <FilterBar
        label={t('kit:list.searchFor', { name: t('equipment:alarm.name') })}
        isBusy={list.query.isFetching && !list.query.isLoading}
        items={[
          field.choice(
            'state',
            t('equipment:alarm.state'),
            ['open', 'cleared'].map((value) => ({
              value,
              label: t(`equipment:alarm.states.${value}`),
            })),
          ),
          field.choice('level', t('equipment:alarm.level'), levels),
          ...(base === null
            ? [
                {
                  id: 'alarm-area',
                  label: t('equipment:alarm.area'),
                  control: (
                    <RefSelect
                      id="alarm-area"
                      to="area"
                      value={draft.areaId ? Number(draft.areaId) : undefined}
                      chosen={[]}
                      onChange={(value) => set('areaId', value as number | null)}
                    />
                  ),
                },
              ]
            : []),
          field.choice(
            'deviceType',
            t('equipment:alarm.deviceType'),
            deviceTypeNames.map((value) => ({
              value,
              label: t(`equipment:deviceTypes.${value}`),
            })),
            { isSearched: true },
          ),
          field.text('q', t('equipment:alarm.search')),
        ]}
        onSearch={() => search(draft)}
        onReset={() => search({})}
      />
      <div className="alarm-bar">
        <span className="alarm-summary" role="status">
          {t('equipment:alarm.summary')}
          {count.data &&
            (
              [
                ['emergency', 3],
                ['warning', 2],
                ['info', 1],
              ] as const
            ).map(([name, level]) => (
              <button
                key={name}
                type="button"
                className="kit-link"
                onClick={() => search({ state: 'open', level: String(level) })}
              >
                <StatusTag tone={levelTone[level]}>
                  {levelText(t, level)} {count.data[name]}
                </StatusTag>
              </button>
            ))}
          {count.data && (
            <button
              type="button"
              className="kit-link"
              onClick={() => search({ state: 'open', unacknowledged: '1' })}
            >
              {t('equipment:alarm.unacknowledged')} {count.data.unacknowledged}
            </button>
          )}
        </span>
        {may?.acknowledge && picked.length > 0 && (
          <span className="alarm-picked">
            {t('equipment:alarm.selected', { count: picked.length })}{' '}
            <Button type="primary" onClick={() => void acknowledge(picked)}>
              {t('equipment:alarm.acknowledge')}
            </Button>
          </span>
        )}
      </div>
      <AlarmTable
        list={{ ...list, place: { ...list.place, filters } }}
        may={may ?? {}}
        picked={picked}
        onPick={setPicked}
        onOpen={open}
        onAcknowledge={(id) => void acknowledge([id])}
      />
      {opened && (
        <Suspense>
          <AlarmDrawer
            key={opened}
            id={Number(opened)}
            may={may ?? {}}
            onClose={() => open(null)}
            onChanged={look}
          />
        </Suspense>
      )}
    </>
  )
}
