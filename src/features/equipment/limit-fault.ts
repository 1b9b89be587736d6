import type { Translate } from './reading-words.ts'

/** What a number may be, as a reading or a setting has it. */
export interface Limits {
  min?: number | undefined
  max?: number | undefined
  decimals?: number | undefined
  unit?: string | undefined
}

/**
 * What is wrong with what was typed, in words; null where nothing is, or nothing was typed.
 * `value`: as `readNumber` answers it.
 */
export function limitFault(
  t: Translate,
  value: number | string | null | undefined,
  { min, max, decimals }: Limits,
): string | null {
  if (value === null || value === undefined) return null
  const isWhole = decimals === 0
  if (typeof value === 'string') return t(isWhole ? 'kit:form.notAnInteger' : 'kit:form.notANumber')
  if (min !== undefined && value < min) return t('errors:field.too_small', { min })
  if (max !== undefined && value > max) return t('errors:field.too_big', { max })
  if (decimals === undefined || Number(value.toFixed(decimals)) === value) return null
  return isWhole ? t('kit:form.notAnInteger') : t('kit:form.decimals', { scale: decimals })
}
