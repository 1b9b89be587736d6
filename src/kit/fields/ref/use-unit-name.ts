import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { pageOf } from '#contract/call.ts'
import { unit } from '#contract/inventory/unit.ts'
import { call } from '#src/api/call.ts'

interface Named {
  name: string
  enName?: string | null
}
const list = {
  endpoint: unit.api.list,
  access: { code: unit.permissions.list },
  input: z.object({ size: z.int() }),
  answer: pageOf(z.custom<Named>()),
}

/**
 * Units in the language of who reads: those that have an English name are called by it in English.
 */
export function useUnitName(): (name: unknown) => string {
  const { i18n } = useTranslation()
  const isEnglish = i18n.language === 'en-US'
  const { data } = useQuery({
    queryKey: ['unit', 'names'],
    enabled: isEnglish,
    staleTime: 10 * 60_000,
    retry: false,
    queryFn: async ({ signal }) =>
      new Map(
        (await call(list, { size: 0 }, { quiet: true, signal })).content.flatMap(
          ({ name, enName }) => (enName ? [[name, enName] as const] : []),
        ),
      ),
  })
  return useCallback(
    (name: unknown) => {
      const text = typeof name === 'string' ? name : ''
      return isEnglish ? (data?.get(text) ?? text) : text
    },
    [isEnglish, data],
  )
}
