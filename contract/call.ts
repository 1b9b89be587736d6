import { z } from 'zod'
import type { Endpoint } from './entity.ts'

/**
 * Who may make a call: anyone, any signed-in user, a platform operator, or holders of a permission
 * code.
 */
export type Access = 'public' | 'signed-in' | 'operator' | { code: string | readonly string[] }

/** `sign-in` and `sms` are besides counted in tables, by name and by number. */
export const rateClasses = ['ordinary', 'sign-in', 'sms', 'export', 'import', 'ingest'] as const
export type RateClass = (typeof rateClasses)[number]

/** One call that is not a plain row operation: what goes in, what comes out, who may. */
export interface Call<In extends z.ZodType = z.ZodType, Out extends z.ZodType = z.ZodType> {
  endpoint: Endpoint
  /** Half a line for the API description. */
  summary: string
  access: Access
  input: In
  answer: Out
  /** Sent form-encoded on the wire (token, logout). */
  form?: boolean
  /** The body is read by the handler itself, whatever it is. */
  raw?: boolean
  /**
   * How often it may be made; calls that anybody makes say it (server/http/limits.ts). None:
   * ordinary.
   */
  rate?: RateClass
  /**
   * Beyond the caller's data scope, because its handler itself looks who may: who is asked decides,
   * whatever bases they see.
   */
  reach?: 'tenant'
  /**
   * Tells every member of the tenant alike, whatever they may do and see: what it is called, who
   * works here, what was published. By name: these of its answer alone.
   */
  forMembers?: true | readonly string[]
  /** Entity whose rows it answers, where its path is not the entity's own. */
  rowsOf?: string
  /** What of its answer is told to holders of a code alone. */
  hides?: { code: string; names: readonly string[] }
  /**
   * Live events after which what it answered is no longer true: all of it, or what was asked with
   * one of the event's ids in this field.
   */
  staleAfter?: Readonly<Record<string, string | true>>
  /** Writes that change nothing a person would look up later (marking read, saving a theme). */
  unaudited?: boolean
  /**
   * Its answer holds a token, code or password: kept nowhere, a repeat of its idempotency key is
   * refused.
   */
  secret?: boolean
  /**
   * Leaves what outlives an operator who acts for somebody: rights, people, credentials. Unless
   * said, by `lastingCodes`.
   */
  lasting?: boolean
}
export const call = <In extends z.ZodType, Out extends z.ZodType>(c: Call<In, Out>) => c
/** Codes of which any one opens a call. */
export const codesOf = ({ access }: Pick<Call, 'access'>): readonly string[] =>
  typeof access === 'object' ? [access.code].flat() : []

/** Success without data: 204. */
export const nothing = z.void()

export const pageQuery = {
  page: z.coerce.number().int().min(0).catch(1).optional(),
  size: z.coerce.number().int().min(0).catch(10).optional(),
}
/**
 * A page (docs/specification.md 1.3): `number` is counted from 0. `totalIsCut` marks a count that
 * stopped at 10,000.
 */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({
    content: z.array(row),
    number: z.int(),
    size: z.int(),
    totalElements: z.int(),
    totalPages: z.int(),
    numberOfElements: z.int(),
    empty: z.boolean(),
    totalIsCut: z.boolean().optional(),
  })
export interface Page<T> {
  content: T[]
  number: number
  size: number
  totalElements: number
  totalPages: number
  numberOfElements: number
  empty: boolean
  totalIsCut?: boolean
}

/** Body of every refusal. */
export interface Failure {
  failed: true
  code: string
  message: string
  type: 'warn' | 'error'
  requestId: string
  /** Per field, the sentence to show beside it. */
  fields?: Record<string, string>
  /** With 409 `error.optimistic_lock`: the row as it stands now. */
  current?: Record<string, unknown>
  /** With 409: real name of who changed it last. */
  changedBy?: string
  /** With 403: the code that is missing. */
  missing?: string[]
}
