import { Tooltip } from 'antd'
import {
  useRef,
  useState,
  type ButtonHTMLAttributes,
  type ReactNode,
  type SyntheticEvent,
} from 'react'
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
  return (
    <Explained name={name} className="plain-button term">
      {children}
    </Explained>
  )
}
/** Stays open while it has the focus: after a touch the pointer is nowhere, which counts as leaving. */
function Explained({
  name,
  onKeyDown,
  ...button
}: { name: Name } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'name'>) {
  const [isOpen, setOpen] = useState(false)
  const mark = useRef<HTMLButtonElement>(null)
  return (
    <Tooltip
      title={<Text name={name} />}
      // A touch is both; a click besides would close what they have opened.
      trigger={['hover', 'focus']}
      rootClassName="term-says"
      open={isOpen}
      onOpenChange={(next) => setOpen(next || document.activeElement === mark.current)}
    >
      <button
        {...button}
        type="button"
        ref={mark}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setOpen(false)
          onKeyDown?.(event)
        }}
      />
    </Tooltip>
  )
}
/** Its words are fetched by whoever asks for them. */
function Text({ name }: { name: Name }) {
  const { t } = useTranslation('help', { useSuspense: false })
  return untypedT(t)(`help:terms.${name}.text`)
}

/** It explains and does not sort: neither a click nor a key gets through to the head. */
const stays = (event: SyntheticEvent) => event.stopPropagation()
/**
 * The head of a column: its word, and behind it, where that needs explaining, a mark of its own,
 * because pressing the word sorts.
 */
export function HeadWord({ term, children }: { term: Name | undefined; children: string }) {
  const { t } = useTranslation('kit')
  return (
    // At least so wide that two lines are enough.
    <span className="term-head" style={{ minWidth: `${children.length * 0.32}em` }}>
      {children}
      {term && (
        <Explained
          name={term}
          className="plain-button term-mark"
          aria-label={t('list.explain', { name: children })}
          onClick={stays}
          onKeyDown={stays}
        />
      )}
    </span>
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
