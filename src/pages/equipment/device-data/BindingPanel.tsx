import { Button } from 'antd'
import { useState } from 'react'
import { bindSwitch, canBindSwitch, type SwitchRow } from '#contract/command/switch.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { switchLabel } from '#src/features/command/control-words.ts'
import { DeviceSelect } from '#src/features/equipment/DeviceSelect.tsx'
import { useSwitches } from '#src/features/command/use-switches.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm } from '#src/ui/confirm.ts'
import './strategies.css'

/** Which equipment the circuits of a device drive: those that can be bound, and those that are. */
export function BindingPanel({ deviceId }: { deviceId: number }) {
  const t = useLabels({ module: 'equipment' })
  const { data: all, refresh } = useSwitches(deviceId)
  const {
    data: free,
    error,
    refetch,
  } = useCall(canBindSwitch, { deviceId, size: 0 }, { select: ({ content }) => content })
  if (error) return <LoadFailed error={error} height={160} onRetry={() => void refetch()} />
  if (!free || !all) return <ListSkeleton rows={3} />
  const changed = () => Promise.all([refresh(), invalidateCall(canBindSwitch, { deviceId })])
  const rows = all.filter(
    (row) => row.relatedEquip !== null || free.some(({ id }) => id === row.id),
  )
  return (
    <section aria-label={t('equipment:binding.title')}>
      <h3>{t('equipment:binding.title')}</h3>
      <p>{t(rows.length === 0 ? 'equipment:binding.none' : 'equipment:binding.note')}</p>
      <ul className="binding">
        {rows.map((row) => (
          <Binding key={row.id} row={row} onChanged={changed} />
        ))}
      </ul>
    </section>
  )
}

function Binding({ row, onChanged }: { row: SwitchRow; onChanged: () => Promise<unknown> }) {
  const t = useLabels({ module: 'equipment' })
  const [chosen, setChosen] = useState<number | null>(null)
  const name = switchLabel(t, row)
  const { send, isBusy } = useCallAction(bindSwitch, {
    said: (_, { relatedEquip }) =>
      t(relatedEquip === null ? 'equipment:binding.unbound' : 'equipment:binding.bound'),
    onDone: async () => {
      setChosen(null)
      await onChanged()
    },
  })
  const bind = (relatedEquip: number | null) => send({ switchId: row.id, relatedEquip })
  const unbind = async () => {
    if (
      await confirm({
        title: t('equipment:binding.confirmUnbind', { name, equipment: row.relatedEquipName }),
        go: t('equipment:binding.unbind'),
        isDanger: true,
      })
    )
      await bind(null)
  }
  const isBound = row.relatedEquip !== null
  return (
    <li aria-label={name}>
      <strong>{name}</strong>
      {isBound ? (
        <span>{row.relatedEquipName}</span>
      ) : (
        <DeviceSelect
          id={`bind-${row.id}`}
          label={t('equipment:binding.equipment')}
          value={chosen}
          except={row.deviceId}
          disabled={isBusy}
          onChange={setChosen}
        />
      )}
      {isBound ? (
        <Button size="small" loading={isBusy} onClick={() => void unbind()}>
          {t('equipment:binding.unbind')}
        </Button>
      ) : (
        <Button
          size="small"
          loading={isBusy}
          disabled={chosen === null}
          onClick={() => void bind(chosen)}
        >
          {t('equipment:binding.bind')}
        </Button>
      )}
    </li>
  )
}
