import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError, isApiError } from '#src/api/api-error.ts'
import { tipKey } from '#src/api/error-toasts.ts'

interface Refusal {
  error: ApiError
  language: string
}

/**
 * The sentence of a refused request: the server's, or ours once the language has changed or when it
 * sent none.
 */
export function useRefusal() {
  const { t, i18n } = useTranslation('sign-in')
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  function textOf({ error, language }: Refusal): string {
    const own = (code: string) =>
      t(code, {
        ns: 'errors',
        keySeparator: false,
        nsSeparator: false,
        defaultValue: '',
        seconds: error.retryAfter ?? 60,
      })
    const sent = error.message !== error.code && language === i18n.language ? error.message : ''
    return (
      (error.status > 0 && sent) ||
      own(error.code) ||
      own(tipKey(error) ?? '') ||
      sent ||
      own('error.error') ||
      t('refused')
    )
  }
  return {
    text: refusal && textOf(refusal),
    requestId: refusal && refusal.error.status >= 500 ? refusal.error.requestId : '',
    clear: () => setRefusal(null),
    /** Anything that is not a refusal is a mistake of ours: shown as such, and in the console. */
    show: (error: unknown) => {
      if (!isApiError(error)) console.error(error)
      const refusal = {
        error: isApiError(error) ? error : new ApiError(0, { code: 'error.error' }),
        language: i18n.language,
      }
      void i18n.loadNamespaces('errors').finally(() => setRefusal(refusal))
    },
  }
}
export type RefusalState = ReturnType<typeof useRefusal>
