import { isApiError } from '#src/api/api-error.ts'
import { quotedId, tipKey } from '#src/api/error-toasts.ts'
import { toast } from '#src/ui/toast.ts'
import type { Translate } from '#src/kit/definition/label.ts'

/**
 * What went wrong in a sentence, and the request id to quote where it was our fault. The server's
 * own sentence where it has one.
 */
export function sentenceOf(t: Translate, error: unknown): { text: string; requestId: string } {
  if (!isApiError(error)) return { text: t('common:failed'), requestId: '' }
  const key = tipKey(error)
  const own = key ? t(key, { ns: 'errors', keySeparator: false, defaultValue: '' }) : ''
  return { text: own || error.message || t('common:failed'), requestId: quotedId(error) }
}

export function toastRefusal(t: Translate, error: unknown): void {
  const { text, requestId } = sentenceOf(t, error)
  toast({ key: `refusal-${text}`, text, tone: 'bad', detail: requestId || undefined })
}
