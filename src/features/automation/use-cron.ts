import { useTranslation } from 'react-i18next'
import { useAnswer } from '#src/kit/calls/use-call.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'

/**
 * A timer in words with its next moments; undefined while that is being fetched, null where it is
 * no timer.
 */
export function useCron(pattern: string, count: number) {
  const {
    i18n: { language },
  } = useTranslation()
  const zone = useTimeZone()
  const { data } = useAnswer('cron', null, () => import('./cron.ts'), {
    staleTime: Infinity,
    structuralSharing: false,
  })
  return data?.wordsOf(pattern, language, zone, count)
}
