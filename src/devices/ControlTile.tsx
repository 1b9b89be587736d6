import { EditOutlined, LoadingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import { needsConfirmation, placeOf } from '#contract/devices/switch-places.ts'
import type { CommandRow } from '#contract/equipment/command.ts'
import { controlSwitch, type SwitchRow } from '#contract/equipment/switch.ts'
import { call } from '#src/api/call.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import { toastRefusal } from '#src/kit/refusal.ts'
import { useTimeZone } from '#src/kit/use-identity.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { toast } from '#src/ui/toast.ts'
import { ageOf } from './age.ts'
import { CommandProgress } from './CommandProgress.tsx'
import { ConfirmOrder } from './ConfirmOrder.tsx'
import { closedBecause, isOpenCommand, obedience, standsAt, switchLabel, toneOf, wantedText } from './control-words.ts'
import { Orders } from './Orders.tsx'
import { useNow } from './use-now.ts'

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
  const [isBusy, setBusy] = useState(false)
  const [asked, setAsked] = useState<number>()
  const label = switchLabel(t, row)
  const closed = closedBecause(row, mayControl)
  const { command } = row
  const obeys = obedience(row)
  const zone = useTimeZone()
  const place = placeOf(deviceTypeNamed(row.deviceType), row.channel)

  const send = async (value: number, confirmation?: string) => {
    setBusy(true)
    setAsked(undefined)
    try {
      onOrdered(await call(controlSwitch, { id: row.id, value, confirmation }, { quiet: true }))
      toast({ key: 'control', text: t('equipment:control.success'), tone: 'good' })
    } catch (error) {
      toastRefusal(t, error)
    }
    setBusy(false)
  }
  const order = (value: number) => (place && needsConfirmation(place.about, value) ? setAsked(value) : void send(value))
  return (
    <li className="control-tile" aria-label={label} aria-busy={row.state === 1}>
      <header>
        <strong>{label}</strong>
        {row.state === 1 && <LoadingOutlined aria-hidden />}
        {onEdit && <Button type="text" size="small" icon={<EditOutlined />} aria-label={t('equipment:control.edit', { name: label })} onClick={onEdit} />}
      </header>
      {row.relatedEquipName && <small>{row.relatedEquipName}</small>}
      <dl>
        <div>
          <dt>{t('equipment:control.wanted')}</dt>
          <dd>
            {command && obeys !== 'none' ? wantedText(t, row, command) : '–'}
            {command && (obeys === 'moved' || obeys === 'undone') && <><StatusTag tone="warn">{t('equipment:control.differs')}</StatusTag><small>{t('equipment:control.orderedAt', { at: momentOf(command.createdAt, zone) })}</small></>}
          </dd>
        </div>
        <div>
          <dt>{t('equipment:control.reported')}</dt>
          <dd>
            {row.status === null ? t('equipment:control.never') : <StatusTag tone={row.online === 0 ? 'quiet' : toneOf(row.kind, row.status)}>{standsAt(t, row, row.status)}</StatusTag>}
            {row.statusAt && <small>{ageOf(row.statusAt, now, i18n.language)}</small>}
          </dd>
        </div>
      </dl>
      <Orders row={row} isClosed={closed !== null || isBusy} pending={command && isOpenCommand(command) ? command.wanted : null} noteId={closed ? noteId : undefined} onOrder={order} />
      {closed && <small id={noteId} className="control-note">{t(`equipment:control.closed.${closed}`)}</small>}
      {command && <CommandProgress row={row} command={command} now={now} mayRetry={closed === null && !isBusy} onRetry={() => order(command.wanted)} onChanged={onOrdered} />}
      {asked !== undefined && <ConfirmOrder row={row} value={asked} onSend={(confirmation) => void send(asked, confirmation)} onClose={() => setAsked(undefined)} />}
    </li>
  )
}
