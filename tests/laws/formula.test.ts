import { expect, test } from 'vitest'
import { functionNames, readFormula, type Worth } from '#contract/telemetry/formula.ts'

const worth = (text: string, inputs: Record<string, Worth> = {}) => {
  const read = readFormula(text)
  return 'fault' in read ? read.fault : read.value(inputs)
}

test('formulas follow the order of their operators', () => {
  expect([
    worth('1+2*3'),
    worth('(1+2)*3'),
    worth('2^3^2'),
    worth('-2^2'),
    worth('7%4-1'),
    worth('10/4'),
    worth('1 < 2 && 2 < 1 || 3 == 3'),
    worth('!0'),
    worth('1e3+1.5'),
  ]).toEqual([7, 9, 512, -4, 2, 2.5, 1, 1, 1001.5])
  expect([
    worth('a > 30 ? 1 : a > 20 ? 2 : 3', { a: 25 }),
    worth('if(a > 30, 1, if(a > 20, 2, 3))', { a: 25 }),
  ]).toEqual([2, 2])
})
test('an input without a value makes unknown what needs it, and nothing else', () => {
  const inputs = { a: 4, b: null }
  expect([
    worth('a + b', inputs),
    worth('c', inputs),
    worth('avg(a, b)', inputs),
    worth('min(b)', inputs),
    worth('or(b, a, 9)', inputs),
    worth('if(b > 1, 1, 2)', inputs),
    worth('a > 1 ? a : b', inputs),
  ]).toEqual([null, null, 4, null, 4, null, 4])
  expect([worth('1/0'), worth('sqrt(0-1)'), worth('ln(0)')]).toEqual([null, null, null])
})
test('what physics says of air', () => {
  // FAO 56, table 2.3: 2.338 kPa at 20 °C; half of it is lacking at 50 %.
  expect(worth('vpd(20, 50)')).toBeCloseTo(1.169, 3)
  expect(worth('dewpoint(20, 50)')).toBeCloseTo(9.27, 1)
  expect(worth('dewpoint(t, 100)', { t: 17.3 })).toBeCloseTo(17.3, 6)
  expect(worth('abshumidity(20, 100)')).toBeCloseTo(17.3, 1)
})
test('what is no formula says why', () => {
  expect([
    worth(''),
    worth('a +'),
    worth('a b'),
    worth('(a'),
    worth('nope(1)'),
    worth('if(1,2)'),
    worth('min'),
    worth('a; b'),
    worth(`${'a+'.repeat(200)}a`),
    worth('?'),
  ]).toEqual([
    'empty',
    'end',
    'expected',
    'end',
    'function',
    'arguments',
    'arguments',
    'letter',
    'long',
    'expected',
  ])
  // Names of the language beneath are names of inputs, and of nothing else.
  for (const name of ['constructor', '__proto__', 'tostring'])
    expect(typeof worth(name, {}) === 'string' || worth(name, {}) === null).toBe(true)
  for (const name of ['constructor', 'valueof']) expect(worth(`${name}(1)`)).toBe('function')
})
test('random sums agree with the engine', () => {
  let seed = 7
  const random = () => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) / 2_147_483_648
  const made = (depth: number): string =>
    depth === 0 || random() < 0.2
      ? random() < 0.5
        ? 'a'
        : String(Math.floor(random() * 90) + 1)
      : `(${made(depth - 1)} ${['+', '-', '*', '/', '<', '>='][Math.floor(random() * 6)]} ${made(depth - 1)})`
  for (let i = 0; i < 500; i++) {
    const text = made(4)
    const known = Number(new Function('a', `return ${text}`)(3.5))
    expect(worth(text, { a: 3.5 }) ?? null, text).toBe(Number.isFinite(known) ? known : null)
  }
  expect(functionNames.every((name) => /^[a-z]\w*$/.test(name))).toBe(true)
})
