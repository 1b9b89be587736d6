import { useState } from 'react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { prepareEncryption } from '#src/api/encrypt-password.ts'
import { Field, type FieldProps } from './Field.tsx'
import styles from './form.module.css'

const eye =
  'M2 12s3.6-6.5 10-6.5S22 12 22 12s-3.6 6.5-10 6.5S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z'

/** A password with a button to show it and a word when Caps Lock is on. */
export function PasswordField({ hint, onKeyDown, ...field }: FieldProps) {
  const { t, i18n } = useTranslation('sign-in')
  const [isShown, setIsShown] = useState(false)
  const [isCaps, setIsCaps] = useState(false)
  const readCaps = (event: KeyboardEvent<HTMLInputElement>) =>
    setIsCaps(event.getModifierState('CapsLock'))

  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      hint={isCaps ? t('password.capsLock') : hint}
      autoCapitalize="off"
      spellCheck={false}
      onFocus={() => {
        // What sending will need, and what a refusal will say, come while the user types.
        prepareEncryption()
        void i18n.loadNamespaces('errors')
      }}
      onKeyUp={readCaps}
      onKeyDown={(event) => {
        readCaps(event)
        onKeyDown?.(event)
      }}
      after={
        <button
          type="button"
          className={styles.icon}
          aria-pressed={isShown}
          aria-label={t('password.show')}
          onClick={() => setIsShown(!isShown)}
        >
          <svg viewBox="0 0 24 24" aria-hidden="true">
            <path d={eye} />
            {!isShown && <path d="M4 4l16 16" />}
          </svg>
        </button>
      }
    />
  )
}
