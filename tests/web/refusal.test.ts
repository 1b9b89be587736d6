import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'

test.each([
  [400, ''],
  [403, ''],
  [409, ''],
  [422, ''],
  [500, 'r-1'],
  [503, 'r-1'],
])('a request id is quoted for faults of ours, not for rules: %i', (status, quoted) => {
  const error = new ApiError(status, { code: 'x', message: 'no', requestId: 'r-1' })
  expect(sentenceOf((key) => key, error).requestId).toBe(quoted)
})
