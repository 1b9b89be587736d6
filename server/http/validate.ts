import type { z } from 'zod'
import { formSentence } from '#contract/text-forms.ts'
import { HttpError, type FieldFault } from '#server/db/http-error.ts'

type Issue = z.core.$ZodIssue

/** Which sentence tells a person what is wrong with one value. */
export function faultOf(issue: Issue): FieldFault {
  const missing = issue.code === 'invalid_type' && issue.input === undefined
  if (missing) return { code: 'field.required' }
  if (issue.code === 'too_small' && issue.origin === 'string') return { code: 'field.required' }
  if (issue.code === 'too_big' && issue.origin === 'string')
    return { code: 'field.too_long', params: { max: Number(issue.maximum) } }
  if (issue.code === 'too_big')
    return { code: 'field.too_big', params: { max: Number(issue.maximum) } }
  if (issue.code === 'too_small')
    return { code: 'field.too_small', params: { min: Number(issue.minimum) } }
  // A rule beside the form names its own sentence.
  if (issue.code === 'custom' && typeof issue.params?.code === 'string')
    return {
      code: issue.params.code,
      ...(issue.params.params ? { params: issue.params.params as FieldFault['params'] & {} } : {}),
    }
  if (issue.code === 'unrecognized_keys') return { code: 'field.unknown' }
  return { code: formSentence(issue as Parameters<typeof formSentence>[0]) ?? 'field.invalid' }
}

/** Parses, or throws 400 with a sentence for each field. */
export function parse<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value, { reportInput: true })
  if (result.success) return result.data
  const fields: Record<string, FieldFault> = {}
  for (const issue of result.error.issues) {
    const keys = issue.code === 'unrecognized_keys' ? issue.keys : [String(issue.path[0] ?? '')]
    for (const key of keys) fields[key] ??= faultOf(issue)
  }
  throw new HttpError(400, 'error.data_invalid', { fields })
}
