import { useTranslation } from 'react-i18next'
import type { RefusalState } from './use-refusal.ts'
import styles from './form.module.css'

/** What the server refused; with the request's number when the fault is on its side. */
export function Alert({ refusal }: { refusal: RefusalState }) {
  const { t } = useTranslation('sign-in')
  return (
    <div role="alert">
      {refusal.text && (
        <p className={styles.alert}>
          {refusal.text}
          {refusal.requestId && <small>{t('requestId', { id: refusal.requestId })}</small>}
        </p>
      )}
    </div>
  )
}
