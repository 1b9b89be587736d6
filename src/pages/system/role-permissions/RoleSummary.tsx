import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import type { ModuleBlock } from './catalogue.ts'

/** What the role can really do: screen by screen, only what is open, in words. */
export function RoleSummary({
  blocks,
  held,
}: {
  blocks: readonly ModuleBlock[]
  held: ReadonlySet<string>
}) {
  const t = useLabels({ module: 'system' })
  const open = blocks
    .map((block) => ({
      ...block,
      screens: block.screens.filter((screen) =>
        screen.opening
          ? held.has(screen.opening)
          : screen.buttons.some((button) => held.has(button.code)),
      ),
    }))
    .filter((block) => block.screens.length > 0)
  if (open.length === 0)
    return (
      <EmptyState variant="noPower" height={240}>
        {t('system:permissions.nothing')}
      </EmptyState>
    )
  return (
    <div className="role-matrix">
      {open.map((block) => (
        <section key={block.key} aria-label={block.label}>
          <h4>{block.label}</h4>
          <ul>
            {block.screens.map((screen) => {
              const can = [
                ...(screen.opening ? [t('common:actions.list')] : []),
                ...screen.buttons
                  .filter((button) => held.has(button.code))
                  .map((button) => button.label),
              ]
              return (
                <li key={screen.key}>
                  <strong>{screen.label}</strong>
                  {`: ${can.join(' · ')}`}
                </li>
              )
            })}
          </ul>
        </section>
      ))}
    </div>
  )
}
