import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'

export interface Tool {
  name: 'nearer' | 'farther' | 'fit' | 'measure' | 'time' | 'full' | 'print' | 'take' | 'window'
  run: () => void
  isOn?: boolean
}
const icons: Readonly<Record<Tool['name'], string>> = {
  nearer: 'plus',
  farther: 'minus',
  fit: 'fit',
  measure: 'measure',
  time: 'history',
  full: 'full',
  print: 'print',
  take: 'offline',
  window: 'screen',
}
/** Nearer, farther, all of it, measure, along the season, full screen, on paper. */
export function Tools({ tools }: { tools: readonly Tool[] }) {
  const t = useLabels({ module: 'map' })
  return (
    <div className="farm-map-tools" role="toolbar" aria-label={t('map:tools.title')}>
      {tools.map(({ name, run, isOn }) => (
        <button
          key={name}
          type="button"
          title={t(`map:tools.${name}`)}
          aria-label={t(`map:tools.${name}`)}
          aria-pressed={isOn}
          onClick={run}
        >
          <LineIcon name={icons[name]} size={18} />
        </button>
      ))}
    </div>
  )
}
