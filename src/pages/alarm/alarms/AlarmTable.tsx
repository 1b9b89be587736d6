import { useTranslation } from 'react-i18next'
import type { alarms, AlarmRow } from '#contract/alarm/alarm-calls.ts'
import { levelText, levelTone, reasonText, stateTone } from '#src/features/alarm/alarm-words.ts'
import { lengthBetween } from '#src/features/telemetry/length.ts'
import { useNow } from '#src/features/equipment/use-now.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { RowsTable } from '#src/kit/list/RowsTable.tsx'
import type { useCallList } from '#src/kit/list/rows/use-call-list.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

interface Props {
  list: ReturnType<typeof useCallList<typeof alarms.input, AlarmRow>>
  may: Permissions
  picked: readonly number[]
  onPick: (ids: readonly number[]) => void
  onOpen: (id: number) => void
  onAcknowledge: (id: number) => void
}

/** The alarms of a page; on a phone a card each. */
export function AlarmTable({ list, may, picked, onPick, onOpen, onAcknowledge }: Props) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const zone = useTimeZone()
  const now = useNow(10_000)
  return (
    <RowsTable
      list={list}
      empty={t('equipment:alarm.empty')}
      rowKey={(row) => row.id}
      picking={
        may.acknowledge
          ? {
              picked,
              onPick,
              mayPick: ({ acknowledgedAt }) => acknowledgedAt === null,
              nameOf: ({ ruleName, deviceName }) =>
                t('equipment:alarm.pick', { name: `${ruleName} ${deviceName}` }),
              nameOfAll: t('equipment:alarm.pickAll'),
            }
          : null
      }
      columns={[
        {
          key: 'rule',
          title: t('equipment:alarm.rule'),
          render: (row) => (
            <button type="button" className="kit-link" onClick={() => onOpen(row.id)}>
              {row.ruleName}
            </button>
          ),
        },
        {
          key: 'level',
          isTag: true,
          title: t('equipment:alarm.level'),
          render: (row) => (
            <StatusTag tone={levelTone[row.level]}>{levelText(t, row.level)}</StatusTag>
          ),
        },
        {
          key: 'state',
          isTag: true,
          title: t('equipment:alarm.state'),
          term: 'recovering',
          render: (row) => (
            <StatusTag tone={stateTone[row.state]}>
              {t(`equipment:alarm.states.${row.state}`)}
            </StatusTag>
          ),
        },
        {
          key: 'device',
          title: t('equipment:alarm.device'),
          render: (row) => (
            <span className="alarm-place">
              {row.deviceName}
              <small>{[row.areaName, row.landName].filter(Boolean).join(' · ')}</small>
            </span>
          ),
        },
        {
          key: 'reason',
          title: t('equipment:alarm.reason'),
          render: (row) => <span className="alarm-reason">{reasonText(t, row)}</span>,
        },
        {
          key: 'began',
          title: t('equipment:alarm.began'),
          render: (row) => <span className="kit-number">{momentOf(row.beganAt, zone)}</span>,
        },
        {
          key: 'lasted',
          title: t('equipment:alarm.lasted'),
          render: (row) => (
            <span className="kit-number">
              {lengthBetween(row.beganAt, row.clearedAt, now, i18n.language)}
            </span>
          ),
        },
        {
          key: 'handling',
          isPinned: true,
          title: t('equipment:alarm.handling'),
          term: 'acknowledge',
          render: (row) => <Handling row={row} may={may} onAcknowledge={onAcknowledge} />,
        },
      ]}
    />
  )
}

function Handling({
  row,
  may,
  onAcknowledge,
}: {
  row: AlarmRow
  may: Permissions
  onAcknowledge: (id: number) => void
}) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  return (
    <span className="alarm-handling">
      {row.acknowledgedAt === null ? (
        may.acknowledge ? (
          <button type="button" className="kit-link" onClick={() => onAcknowledge(row.id)}>
            {t('equipment:alarm.acknowledge')}
          </button>
        ) : (
          t('equipment:alarm.unacknowledged')
        )
      ) : (
        <>
          {t('equipment:alarm.isAcknowledged')}
          {row.acknowledgedByName && <small>{row.acknowledgedByName}</small>}
        </>
      )}
      {row.assigneeName && (
        <small>{t('equipment:alarm.assignedTo', { name: row.assigneeName })}</small>
      )}
      {row.mutedUntil && (
        <small>
          {t('equipment:alarm.mutedUntil', { at: momentOf(row.mutedUntil, zone).slice(5, 16) })}
        </small>
      )}
    </span>
  )
}
