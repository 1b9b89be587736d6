import { expect, test } from 'vitest'
import { instantOf } from '#server/db/instant.ts'

test('a time is told as it always was, whatever PostgreSQL writes', () => {
  const written = [
    '2026-11-26 20:34:45+00',
    '2026-11-26 20:34:45.4+00',
    '2026-11-26 20:34:45.40+00',
    '2026-11-26 20:34:45.403+00',
    '2026-11-26 20:34:45.403999+00',
    '2026-11-26 20:34:45.000001+00',
    '1969-12-31 23:59:59.999+00',
    '12026-11-26 20:34:45+00',
    // Connections in other zones.
    '2026-11-26 20:34:45.403+08',
    '2026-11-26 20:34:45-03:30',
    '2026-11-26 20:34:45+00:30',
  ]
  for (const text of written) expect(instantOf(text)).toBe(new Date(text).toISOString())
  // Which reading them as a date of any form takes for 2001.
  expect(instantOf('0001-01-01 00:00:00+00')).toBe('0001-01-01T00:00:00.000Z')
  for (const text of ['infinity', '0044-03-15 00:00:00+00 BC'])
    expect(() => instantOf(text)).toThrow(RangeError)
})
