import { z } from 'zod'

/** So long after it was done an act may still be told. */
export const actDays = 14
/** So far a phone's clock, put right, may be off. */
export const actSlackMinutes = 5

const moment = z.iso.datetime({ offset: true })
/**
 * When it was done, where that was before it is told: by the phone's clock put right, and as that
 * clock stood.
 */
export const actTimes = { actedAt: moment.optional(), phoneAt: moment.optional() }
export interface ActTime {
  actedAt?: string | undefined
  phoneAt?: string | undefined
}
