import { expect, test } from 'vitest'
import { diagnose, type Facts } from '#src/pages/equipment/device-data/diagnose.ts'

const heardAt = '2026-11-24T01:00:00Z'
const well: Facts = {
  row: {
    enabledFlag: 1,
    lastSeenAt: heardAt,
    readings: [{ metric: 'signal', value: -71, at: heardAt }],
  },
  card: { iccid: '89860622190033481279', state: 'activated', warning: 'fine' },
  base: { offline: 1, total: 12 },
  credential: 'd-1',
  attempts: [],
  messages: [
    { id: 1, at: heardAt, bytes: 9, payload: '', outcome: 'stored', points: 1, problems: [] },
  ],
}
const wrong = (more: Partial<Facts>) =>
  diagnose({ ...well, ...more }).flatMap(({ what, tone }) =>
    tone === 'good' ? [] : [`${what} ${tone}`],
  )
const attempt = (lastAt: string) => ({
  id: 1,
  reason: 'secret' as const,
  name: '',
  address: '10.0.0.7',
  count: 3,
  firstAt: lastAt,
  lastAt,
})

test('each thing that silences a device is found, and nothing where all is well', () => {
  expect(wrong({})).toEqual([])
  expect(diagnose(well)).toHaveLength(7)
  expect(wrong({ row: { ...well.row, enabledFlag: 0 } })).toEqual(['enabled bad'])
  expect(wrong({ credential: null })).toEqual(['credential bad'])
  expect(wrong({ card: { ...well.card!, state: 'deactivated' } })).toEqual(['card bad'])
  expect(wrong({ card: { ...well.card!, warning: 'quota100' } })).toEqual(['card bad'])
  expect(wrong({ card: { ...well.card!, warning: 'quota80' } })).toEqual([])
  expect(wrong({ base: { offline: 12, total: 12 } })).toEqual(['base bad'])
  expect(wrong({ base: { offline: 7, total: 12 } })).toEqual(['base warn'])
  expect(wrong({ base: { offline: 1, total: 1 } })).toEqual([])
  expect(wrong({ messages: [{ ...well.messages![0]!, outcome: 'refused' }] })).toEqual([
    'message bad',
  ])
  expect(
    wrong({ row: { ...well.row, readings: [{ metric: 'signal', value: -110, at: heardAt }] } }),
  ).toEqual(['signal warn'])
})
test('a refusal counts that came after it was heard, or ever where it never was', () => {
  expect(wrong({ attempts: [attempt('2026-11-24T00:59:00Z')] })).toEqual([])
  expect(wrong({ attempts: [attempt('2026-11-24T02:00:00Z')] })).toEqual(['attempt bad'])
  expect(
    wrong({
      row: { ...well.row, lastSeenAt: null },
      attempts: [attempt('2026-11-01T00:00:00Z')],
    }),
  ).toEqual(['attempt bad'])
})
test('what one may not know is not guessed at', () => {
  const { row } = well
  expect(diagnose({ row }).map(({ what }) => what)).toEqual(['enabled', 'signal'])
})
