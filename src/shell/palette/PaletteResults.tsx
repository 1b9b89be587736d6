import { KBarResults, useMatches } from '@refinedev/kbar'

/** What fits what was typed, under its headings. */
export function PaletteResults({ nothing }: { nothing: string }) {
  const { results } = useMatches()
  if (results.length === 0) return <p className="palette-nothing" role="status">{nothing}</p>
  return (
    <KBarResults
      items={results}
      onRender={({ item, active }) =>
        typeof item === 'string' ? <div className="palette-section">{item}</div> : (
          <div className="palette-item" data-active={active}><span>{item.name}</span>{item.subtitle && <small>{item.subtitle}</small>}</div>
        )}
    />
  )
}
