import { useState } from 'react'
import type { DeviceTypeName } from '#contract/devices/index.ts'
import { viewOf } from '#src/features/equipment/views/index.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { useNarrow } from '#src/ui/use-width.ts'
import { plainLayers } from './map-place.ts'

interface LayerPanelProps {
  /** Types that there are, with how many devices of each. */
  counts: ReadonlyMap<DeviceTypeName, number>
  off: readonly string[]
  hasAlarms: boolean
  onChange: (off: readonly string[]) => void
}
/** What is drawn: all of it at first; on a phone a sheet at the lower edge. */
export function LayerPanel({ counts, off, hasAlarms, onChange }: LayerPanelProps) {
  const t = useLabels({ module: 'map' })
  const isNarrow = useNarrow()
  const [isOpen, setOpen] = useState(!isNarrow)
  const plain = plainLayers.filter((one) => hasAlarms || one !== 'alarms')
  const all = [...counts.keys(), ...plain]
  const shown = all.filter((one) => !off.includes(one)).length
  const toggle = (name: string) =>
    onChange(off.includes(name) ? off.filter((one) => one !== name) : [...off, name])
  return (
    <details
      className="farm-map-card farm-map-layers"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <LineIcon name="layers" />
        {t('map:layers.title')}
        <small>{t('map:layers.shown', { shown, count: all.length })}</small>
      </summary>
      <fieldset>
        <legend className="kit-nothing">{t('map:layers.title')}</legend>
        {plain.map((name) => (
          <Layer
            key={name}
            icon={
              {
                plots: 'land',
                edges: 'base',
                landmarks: 'landmark',
                names: 'category',
                alarms: 'alarm',
              }[name]
            }
            label={t(`map:layers.${name}`)}
            isOn={!off.includes(name)}
            onToggle={() => toggle(name)}
          />
        ))}
        {[...counts].map(([name, count]) => (
          <Layer
            key={name}
            icon={viewOf(name).icon}
            label={t(`equipment:deviceTypes.${name}`)}
            count={count}
            isOn={!off.includes(name)}
            onToggle={() => toggle(name)}
          />
        ))}
      </fieldset>
      <p>
        <button
          type="button"
          className="kit-link"
          onClick={() => onChange(shown === all.length ? [...counts.keys()] : [])}
        >
          {t(shown === all.length ? 'map:layers.noDevices' : 'map:layers.all')}
        </button>
      </p>
    </details>
  )
}

interface LayerProps {
  icon: string
  label: string
  count?: number
  isOn: boolean
  onToggle: () => void
}
const Layer = ({ icon, label, count, isOn, onToggle }: LayerProps) => (
  <label>
    <input type="checkbox" className="kit-check" checked={isOn} onChange={onToggle} />
    <LineIcon name={icon} />
    <span>{label}</span>
    {count !== undefined && <small className="kit-number">{count}</small>}
  </label>
)
