import { EditOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { CommandRow } from '#contract/command/command.ts'
import type { SwitchRow } from '#contract/command/switch.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { ageOf } from '#src/features/equipment/age.ts'
import { CommandProgress } from './CommandProgress.tsx'
import {
  closedBecause,
  isOpenCommand,
  obedience,
  standsAt,
  switchLabel,
  toneOf,
  wantedText,
} from './control-words.ts'
import { Orders } from './Orders.tsx'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useOrder } from './use-order.tsx'

interface ControlTileProps {
  row: SwitchRow
  mayControl: boolean
  onOrdered: (command: CommandRow) => void
  onEdit?: () => void
}

/** One switch: what is wanted of it, what it reports, and the way from one to the other. */
export function ControlTile({ row, mayControl, onOrdered, onEdit }: ControlTileProps) {
  const t = useLabels({ module: 'equipment' })
  const { i18n } = useTranslation()
  const now = useNow()
  const noteId = useId()
  const label = switchLabel(t, row)
  const closed = closedBecause(row, mayControl)
  const { command } = row
  const obeys = obedience(row)
  const zone = useTimeZone()
  const { order, isBusy, question } = useOrder(row, onOrdered)
  return (
    <li className="control-tile" aria-label={label} aria-busy={Boolean(row.state)}>
      <header>
        <strong>{label}</strong>
        {Boolean(row.state) && <LoadingOutlined aria-hidden />}
        {onEdit && (
          <Button
            type="text"
            size="small"
            icon={<EditOutlined />}
            aria-label={t('equipment:control.edit', { name: label })}
            onClick={onEdit}
          />
        )}
      </header>
      {row.relatedEquipName && <small>{row.relatedEquipName}</small>}
      <dl>
        <div>
          <dt>{t('equipment:control.wanted')}</dt>
          <dd>
            {command && obeys !== 'none' ? wantedText(t, row, command) : '–'}
            {command && (obeys === 'moved' || obeys === 'undone') && (
              <>
                <StatusTag tone="warn">{t('equipment:control.differs')}</StatusTag>
                <small>
                  {t('equipment:control.orderedAt', { at: momentOf(command.createdAt, zone) })}
                </small>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('equipment:control.reported')}</dt>
          <dd>
            {row.status === null ? (
              t('equipment:control.never')
            ) : (
              <StatusTag tone={row.online === 0 ? 'quiet' : toneOf(row.kind, row.status)}>
                {standsAt(t, row, row.status)}
              </StatusTag>
            )}
            {row.statusAt && <small>{ageOf(row.statusAt, now, i18n.language)}</small>}
          </dd>
        </div>
      </dl>
      <Orders
        row={row}
        isClosed={closed !== null || isBusy}
        pending={command && isOpenCommand(command) ? command.wanted : null}
        noteId={closed ? noteId : undefined}
        onOrder={order}
      />
      {closed && (
        <small id={noteId} className="control-note">
          {t(`equipment:control.closed.${closed}`)}
        </small>
      )}
      {command && (
        <CommandProgress
          row={row}
          command={command}
          now={now}
          mayRetry={closed === null && !isBusy}
          onRetry={() => order(command.wanted)}
          onChanged={onOrdered}
        />
      )}
      {question}
    </li>
  )
}
