import { useId } from 'react'
import type { ComponentProps, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Issue } from './rules.ts'
import styles from './form.module.css'

export interface FieldProps extends ComponentProps<'input'> {
  label: string
  issue?: Issue | undefined
  hint?: string | undefined
  /** Beside the input, within its frame. */
  after?: ReactNode
}

/** A labelled native input whose error and hint are read out with it. */
export function Field({ label, issue, hint, after, ...input }: FieldProps) {
  const { t } = useTranslation('sign-in')
  const id = useId()
  const note = issue ? ('key' in issue ? t(issue.key) : issue.text) : hint
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <div className={styles.row}>
        <input
          id={id}
          type="text"
          aria-invalid={issue ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          {...input}
        />
        {after}
      </div>
      <p id={`${id}-note`} className={issue ? styles.issue : styles.hint} aria-live="polite">
        {note}
      </p>
    </div>
  )
}
