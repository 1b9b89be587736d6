import { useState } from 'react'
import type { SwitchRow } from '#contract/command/switch.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ControlTile } from './ControlTile.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'
import { useSwitches } from './use-switches.ts'
import './control.css'

interface ControlTilesProps {
  deviceId: number
  mayControl: boolean
  /** Rename switches and say what they drive. */
  mayEdit: boolean
}

/**
 * Everything of a device that can be moved: wanted, reported, how old that is, and what becomes of
 * each command. Nothing where there is none.
 */
export function ControlTiles({ deviceId, mayControl, mayEdit }: ControlTilesProps) {
  const t = useLabels({ module: 'equipment' })
  const { data, error, refetch, refresh, show } = useSwitches(deviceId)
  const [edited, setEdited] = useState<SwitchRow>()
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <section className="control" aria-label={t('equipment:control.title')}>
      <h3>{t('equipment:control.title')}</h3>
      <ul className="control-tiles">
        {data.map((row) => (
          <ControlTile
            key={row.id}
            row={row}
            mayControl={mayControl}
            onOrdered={show}
            onEdit={mayEdit ? () => setEdited(row) : undefined}
          />
        ))}
      </ul>
      {edited && (
        <SwitchDialog row={edited} onClose={() => (setEdited(undefined), void refresh())} />
      )}
    </section>
  )
}
