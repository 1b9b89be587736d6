import { useId, type ReactNode } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { sections } from './sections.ts'

/** Facts or fields of one kind, under their heading. */
export function CardSection({
  name,
  children,
}: {
  name: (typeof sections)[number]['name'] | 'screens'
  children: ReactNode
}) {
  const t = useLabels({ module: 'system' })
  const id = useId()
  return (
    <section className="corporation-section" aria-labelledby={id}>
      <h2 id={id}>
        {t(
          name === 'screens'
            ? 'system:corporation.screens.title'
            : `system:corporation.sections.${name}`,
        )}
      </h2>
      {children}
    </section>
  )
}
