import { Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Entity } from '#contract/entity.ts'
import { untypedT } from './label.ts'
import { termOfField, termOfReading, type Term as Name } from './terms.ts'
import './term.css'

/**
 * A word that is explained where it stands: by pointing, focus or touch. Its own text is the name
 * of what it labels, so it is drawn as a button that says nothing more.
 */
export function Term({ name, children }: { name: Name; children: ReactNode }) {
  // The words come when they come; what stands there does not wait for them.
  const { t: typed } = useTranslation('help', { useSuspense: false })
  const t = untypedT(typed)
  return (
    <Tooltip
      title={t(`help:terms.${name}.text`)}
      trigger={['hover', 'focus', 'click']}
      rootClassName="term-says"
    >
      <button type="button" className="plain-button term">
        {children}
      </button>
    </Tooltip>
  )
}

interface FieldWordProps {
  entity: Pick<Entity, 'name' | 'variantOf'>
  name: string
  children: ReactNode
}
/** A field's label, explained where farm people need not know its word. */
export function FieldWord({ entity, name, children }: FieldWordProps) {
  const term = termOfField(entity, name)
  return term ? <Term name={term}>{children}</Term> : children
}
/** What a device reports, explained in the same way. */
export function ReadingWord({ reading, children }: { reading: string; children: ReactNode }) {
  const term = termOfReading(reading)
  return term ? <Term name={term}>{children}</Term> : children
}
