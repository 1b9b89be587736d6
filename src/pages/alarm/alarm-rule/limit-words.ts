import { readingOf } from '#contract/alarm/alarm-reason.ts'
import { deviceTypeNamed } from '#contract/devices/index.ts'
import type { FormValue } from '#src/kit/form/values/form-value.ts'
import type { Translate } from '#src/features/equipment/reading-words.ts'

/** The unit that the limits of a rule are in; undefined while no reading is chosen. */
export function unitOfLimits({ deviceType, metric }: FormValue): string | undefined {
  if (!deviceType || !metric) return undefined
  return readingOf(deviceTypeNamed(deviceType as string), metric as string)?.unit ?? undefined
}

/** Where a rule's alarm begins and where it ends, as the server will decide; null: not to be said yet. */
export function limitWords(t: Translate, value: FormValue): string | null {
  const { trigger, operator, value: limit, value2, hysteresis, clearValue } = value
  if (trigger !== 'threshold' || typeof limit !== 'number' || typeof operator !== 'string')
    return null
  const unit = unitOfLimits(value)
  const said = (number: number) => `${Number(number.toFixed(4))}${unit ? ` ${unit}` : ''}`
  const back = typeof hysteresis === 'number' ? hysteresis : 0
  const over = typeof clearValue === 'number' ? clearValue : null
  const begin = (text: string) => `${t(`equipment:alarmRule.options.operator.${operator}`)} ${text}`
  const words = (end: string, params: Record<string, string>) =>
    t('equipment:alarmLimits.words', params) + t(`equipment:alarmLimits.${end}`, params)
  switch (operator) {
    case 'above':
    case 'atLeast':
      return words('down', { begin: begin(said(limit)), end: said(over ?? limit - back) })
    case 'below':
    case 'atMost':
      return words('up', { begin: begin(said(limit)), end: said(over ?? limit + back) })
    case 'between':
    case 'outside':
      if (typeof value2 !== 'number') return null
      return operator === 'between'
        ? words('out', {
            begin: begin(`${said(limit)} ~ ${said(value2)}`),
            low: said(limit - back),
            high: said(value2 + back),
          })
        : words('in', {
            begin: begin(`${said(limit)} ~ ${said(value2)}`),
            low: said(limit + back),
            high: said(value2 - back),
          })
    default:
      return null
  }
}
