import { expect, test } from 'vitest'
import { describe as described, formulaOf, isDescription } from '#contract/telemetry/expression.ts'
import { compass, eighthOf } from '#contract/devices/wind.ts'
import { aeratorIi } from '#contract/devices/aerator-ii.ts'
import { electricValve } from '#contract/devices/electric-valve.ts'
import { gatewayWeather } from '#contract/devices/gateway-weather.ts'
import { inverter } from '#contract/devices/inverter.ts'
import { lora4gNode } from '#contract/devices/4g-lora-node.ts'
import { soil } from '#contract/devices/soil.ts'
import { keyChannels } from '#src/features/equipment/key-channels.ts'
import { valueText } from '#src/features/equipment/reading-words.ts'
import { groupsOf } from '#src/features/command/groups.ts'
import { deviceIn, withDevice } from '#src/features/equipment/opened-device.ts'
import { sharesOf, wedge } from '#src/features/telemetry/rose.ts'
import { fourSplits } from '#src/features/telemetry/splits.ts'
import { boundsOf, lengthOf } from '#src/features/telemetry/span.ts'

/** Numbers that are the same in every run. */
function dice(seed: number): () => number {
  let state = seed
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32
}
interface Tree {
  text: string
  answer: (value: number) => number
}
/** A formula grown at random, written down with all its parentheses, beside what it must answer. */
function grown(roll: () => number, depth: number): Tree {
  if (depth === 0 || roll() < 0.2) {
    if (roll() < 0.4) return { text: 'value', answer: (value) => value }
    const number = Math.round(roll() * 1000) / 10
    return { text: String(number), answer: () => number }
  }
  const [a, b, c] = [grown(roll, depth - 1), grown(roll, depth - 1), grown(roll, depth - 1)]
  const kinds: Tree[] = [
    { text: `(${a.text}+${b.text})`, answer: (v) => a.answer(v) + b.answer(v) },
    { text: `(${a.text} - ${b.text})`, answer: (v) => a.answer(v) - b.answer(v) },
    { text: `(${a.text}*${b.text})`, answer: (v) => a.answer(v) * b.answer(v) },
    { text: `(${a.text}/${b.text})`, answer: (v) => a.answer(v) / b.answer(v) },
    { text: `(${a.text} % ${b.text})`, answer: (v) => a.answer(v) % b.answer(v) },
    { text: `-(${a.text})`, answer: (v) => -a.answer(v) },
    { text: `(${a.text}<${b.text})`, answer: (v) => Number(a.answer(v) < b.answer(v)) },
    { text: `(${a.text} >= ${b.text})`, answer: (v) => Number(a.answer(v) >= b.answer(v)) },
    {
      text: `(${a.text} != ${b.text} ? ${b.text} : ${c.text})`,
      answer: (v) => (a.answer(v) !== b.answer(v) ? b.answer(v) : c.answer(v)),
    },
  ]
  return kinds[Math.floor(roll() * kinds.length)]!
}

test('formulas answer what they say, however they are put together', () => {
  const roll = dice(7)
  let count = 0
  while (count < 2000) {
    const { text, answer } = grown(roll, 3)
    const formula = formulaOf(text)
    // Beyond a hundred words it is none.
    if (!formula) {
      expect(text.match(/[\d.]+|value|[<>!]=|\S/g)!.length).toBeGreaterThan(100)
      continue
    }
    count += 1
    for (const value of [-3.5, 0, 1, 42.25])
      expect([text, value, formula(value)]).toEqual([text, value, answer(value)])
  }
})
test('what binds closer is worked out first, from left to right', () => {
  const of = (text: string, value = 10) => formulaOf(text)!(value)
  expect([
    of('1 + 2 * 3'),
    of('10 - 4 - 3'),
    of('100 / 10 / 2'),
    of('-value * 2'),
    of('2 + 3 > 4'),
    of('value > 5 ? value > 8 ? 2 : 1 : 0'),
    of('7 % 4 + 1'),
  ]).toEqual([7, 3, 5, -20, 1, 2, 4])
})
test.each([
  '',
  ' ',
  'value value',
  '1 +',
  '(1',
  '1)',
  'a',
  'process',
  'value.constructor',
  'alert(1)',
  'value ? 1',
  '1 = 1',
  '`1`',
  '1e5',
  '[]',
  'value;1',
  '1 ? 2 : 3 : 4',
  '('.repeat(5000),
])('%j is no formula', (text) => {
  expect(formulaOf(text)).toBeNull()
})
test('nothing at random makes the reader fail', () => {
  const roll = dice(3)
  const letters = [
    'value',
    '1',
    '2.5',
    '+',
    '-',
    '*',
    '/',
    '?',
    ':',
    '(',
    ')',
    '<',
    '=',
    ' ',
    'x',
    '{',
    '.',
  ]
  for (let i = 0; i < 5000; i++) {
    const text = Array.from(
      { length: Math.floor(roll() * 12) },
      () => letters[Math.floor(roll() * letters.length)],
    ).join('')
    const formula = formulaOf(text)
    expect([text, formula === null || typeof formula(3)]).toEqual([
      text,
      formula === null ? true : 'number',
    ])
  }
})
test('a description is read with its formulas worked out', () => {
  expect(described('{value / 10000} 吨', 25_000, 1)).toBe('2.5 吨')
  expect(described('{value > 30 ? 1 : 0}', 31, 0)).toBe('1')
  expect([
    described('只是备注', 3, 1),
    described('{value / 0}', 3, 1),
    described('{oops}', 3, 1),
  ]).toEqual([null, null, null])
  expect([
    isDescription('备注'),
    isDescription('{value} 升'),
    isDescription('{value'),
    isDescription('value}'),
    isDescription('{}'),
  ]).toEqual([true, true, false, false, false])
})

test('eight directions are centred on their names; beyond the circle there is none', () => {
  const name = (degrees: number) => compass[eighthOf(degrees)!]
  expect([337.5, 0, 22.4, 22.5, 90, 180, 337.4, 360].map(name)).toEqual([
    'north',
    'north',
    'north',
    'northEast',
    'east',
    'south',
    'northWest',
    'north',
  ])
  expect([eighthOf(-1), eighthOf(361)]).toEqual([null, null])
})
test('a rose’s shares add up and fit its ring', () => {
  const { shares, edge } = sharesOf(
    [
      [3, 1],
      [0, 0],
      [4, 0],
    ],
    10,
  )
  expect([shares, edge]).toEqual([[0.4, 0, 0.4], 0.4])
  expect(sharesOf([[0]], 0)).toEqual({ shares: [0], edge: 0.1 })
  expect(wedge(0, 10, 0, 90)).toBe('M -7.07 -7.07 A 10 10 0 0 1 7.07 -7.07 L 0 0 Z')
})

test('an axis has four equal splits, from 0 on, and holds every value', () => {
  const roll = dice(11)
  for (let i = 0; i < 500; i++) {
    const size = 10 ** (roll() * 8 - 4)
    const values = Array.from({ length: 5 }, () => roll() * size - (i % 5 === 0 ? size * 0.3 : 0))
    const marks = fourSplits(values)
    const step = marks[1]! - marks[0]!
    expect(marks).toHaveLength(5)
    for (const [at, mark] of marks.entries())
      expect(Math.abs(mark - (marks[0]! + at * step))).toBeLessThan(step * 1e-3)
    expect([
      values,
      marks,
      Math.min(...values) >= marks[0]! - 1e-9,
      Math.max(...values) <= marks[4]! * (1 + 1e-5),
    ]).toEqual([values, marks, true, true])
    if (Math.min(...values) >= 0) expect(marks[0]).toBe(0)
  }
  expect([fourSplits([18.5]), fourSplits([]), fourSplits([-3, 17])]).toEqual([
    [0, 5, 10, 15, 20],
    [0, 0.25, 0.5, 0.75, 1],
    [-6, 0, 6, 12, 18],
  ])
})

test('days are whole ones of the tenant’s clock', () => {
  expect(boundsOf(['2026-11-01', '2026-11-02'], 'Asia/Shanghai', 0)).toEqual({
    from: '2026-10-31T16:00:00.000Z',
    to: '2026-11-02T15:59:59.000Z',
  })
  expect(boundsOf('day', 'Asia/Shanghai', Date.parse('2026-11-20T08:00:00Z'))).toEqual({
    from: '2026-11-19T08:00:00.000Z',
    to: '2026-11-20T08:00:00.000Z',
  })
  expect([lengthOf('week'), lengthOf(['2026-11-01', '2026-11-02'])]).toEqual([
    7 * 86_400_000,
    2 * 86_400_000,
  ])
})
test('the address opens a device over its list, and nothing else', () => {
  expect([
    deviceIn('?device=12'),
    deviceIn('?device=x'),
    deviceIn('?device=-1'),
    deviceIn(''),
  ]).toEqual([12, null, null, null])
  expect([withDevice('?page=2', 7), withDevice('?page=2&device=7', null)]).toEqual([
    'page=2&device=7',
    'page=2',
  ])
})
test('cards show what tells most, of a probe the uppermost layer in the ground', () => {
  const at = '2026-11-20T00:00:00Z'
  const metrics = (...names: string[]) => names.map((metric) => ({ metric, value: 1, at }))
  expect(
    keyChannels(
      'soil',
      soil,
      metrics('humidity.2', 'humidity.1', 'temperature.0', 'temperature.1'),
    ).map(({ metric }) => metric),
  ).toEqual(['humidity.1', 'temperature.1'])
  // What its buttons tell is not told twice; of a controller with many circuits nobody knows which
  // have one.
  expect(
    keyChannels('electric_valve', electricValve, metrics('open', 'flow', 'pressure')).map(
      ({ metric }) => metric,
    ),
  ).toEqual(['flow', 'pressure'])
  expect(
    keyChannels(
      '4GLora_node',
      lora4gNode,
      metrics('relay.1', 'relay.2', 'relay.3', 'relay.4', 'pressure', 'signal'),
    ).map(({ metric }) => metric),
  ).toEqual(['pressure', 'signal'])
  // Pumps have names of their own beside their buttons.
  expect(
    keyChannels('aerator_ii', aeratorIi, metrics('pump.1', 'pump.2', 'dissolvedOxygen')).map(
      ({ metric }) => metric,
    ),
  ).toEqual(['dissolvedOxygen'])
  expect(
    keyChannels(
      'gateway_weather',
      gatewayWeather,
      metrics('windSpeed', 'airTemperature', 'pressure'),
    ).map(({ metric }) => metric),
  ).toEqual(['airTemperature', 'windSpeed'])
})
test('states and directions are read as words', () => {
  const t = (key: string) => key
  expect(valueText(t, inverter.readings.state, 1)).toBe('equipment:states.forward')
  // A reading of a switch says what its tile says.
  expect(valueText(t, electricValve.readings.open, 0)).toBe('equipment:control.status.close')
  expect(valueText(t, gatewayWeather.readings.windDirection, 350)).toBe(
    '350 ° equipment:compass.north',
  )
})
test('devices lie by base and plot; those on no plot come last', () => {
  const row = (id: number, areaId: number, landId: number | null, online = 0) => ({
    id,
    areaId,
    areaIdName: `基地${areaId}`,
    landId,
    landIdName: landId && `田${landId}`,
    name: `阀${id}`,
    online,
  })
  const groups = groupsOf([row(1, 2, null), row(2, 1, 5, 1), row(3, 2, 4), row(4, 2, 4, 1)])
  expect(
    groups.map(({ name, count, online, lands }) => [
      name,
      count,
      online,
      lands.map((one) => [one.name, one.rows.map(({ id }) => id)]),
    ]),
  ).toEqual([
    ['基地1', 1, 1, [['田5', [2]]]],
    [
      '基地2',
      3,
      1,
      [
        ['田4', [3, 4]],
        [null, [1]],
      ],
    ],
  ])
})
