import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#contract/call.ts'
import { unit } from '#contract/inventory/unit.ts'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'

interface Named {
  name: string
  enName?: string | null
}
/** Work is measured in hours, whatever units a farm has. */
const hours = 'h'
const units = recordsCall<Named>(unit)
const englishNames = ({ content }: Page<Named>) =>
  new Map(content.flatMap(({ name, enName }) => (enName ? [[name, enName] as const] : [])))

/**
 * Units in the language of who reads: those that have an English name are called by it in English.
 */
export function useUnitNames(): { unitName: (name: unknown) => string; isReady: boolean } {
  const { t, i18n } = useTranslation('common')
  const isEnglish = i18n.language === 'en-US'
  const { data, isPending } = useCall(units, isEnglish ? { size: 0 } : null, {
    staleTime: 10 * 60_000,
    select: englishNames,
  })
  const unitName = useCallback(
    (name: unknown) => {
      const text = typeof name === 'string' ? name : ''
      if (text === hours) return t('units.hour')
      return (isEnglish && data?.get(text)) || text
    },
    [t, isEnglish, data],
  )
  // Refused, they keep the names that they have: nobody waits for others.
  return { unitName, isReady: !isEnglish || !isPending }
}
export const useUnitName = () => useUnitNames().unitName
