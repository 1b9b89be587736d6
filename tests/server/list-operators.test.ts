import { expect, test } from 'vitest'
import { callOf } from '#contract/entity-calls.ts'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { oneFarm } from './ground.ts'

const { mine } = await oneFarm()
const made = [
  { code: 'kg', name: '千克', enName: 'kilogram' },
  { code: 'g', name: '克', enName: 'gram' },
  { code: 'bag', name: '袋', enName: null },
  { code: 'a_b', name: '100%', enName: 'Gross' },
]
for (const unit of made) await mine.admin.call(callOf(unitEntity, 'create'), unit)
const list = async (query: Record<string, string>) =>
  (
    await mine.admin.call(callOf(unitEntity, 'list'), { size: 0, sort: 'code,asc', ...query })
  ).content.map(({ code }) => code)
const all = (await list({})).toSorted()
const without = (...codes: string[]) => all.filter((code) => !codes.includes(code))

test.each([
  ['contains, in any case', { enName: 'GR' }, ['a_b', 'g', 'kg']],
  ['begins with', { enNameStartsWith: 'gr' }, ['a_b', 'g']],
  ['begins with a letter that is a pattern elsewhere', { codeStartsWith: 'a_' }, ['a_b']],
  ['is empty', { enNameNull: '1', codeStartsWith: 'b' }, ['bag']],
  ['any of two', { anyOf: '[{"name":"袋"},{"enName":"kilo"}]' }, ['bag', 'kg']],
  [
    'any of two, and a third',
    { anyOf: '[{"name":"克"},{"name":"袋"}]', codeNot: 'kg' },
    ['bag', 'g'],
  ],
  ['any of none is no question', { anyOf: '[]', code: 'bag' }, ['bag']],
] as const)('a list is asked for what %s', async (_, query, expected) => {
  expect((await list(query)).toSorted()).toEqual(expected)
})

test('what is not so counts what is empty in, and the whole text', async () => {
  expect((await list({ enNameNot: 'gram' })).toSorted()).toEqual(without('g'))
  expect((await list({ codeNot: 'g' })).toSorted()).toEqual(without('g'))
  expect(await list({ enNameNull: '0' })).not.toContain('bag')
})

test.each(['{', '{"name":"a"}', '[1]', '[{"name":1}]', JSON.stringify(Array(11).fill({}))])(
  'alternatives that are none are refused: %s',
  async (anyOf) => {
    const answer = await mine.admin.send(callOf(unitEntity, 'list'), { anyOf })
    expect([answer.statusCode, answer.json().fields]).toEqual([
      400,
      { anyOf: expect.stringMatching(/./) },
    ])
  },
)

test('names that no field has ask nothing', async () => {
  expect(await list({ anyOf: '[{"constructor":"a","id; drop":"b"}]' })).toEqual(await list({}))
})
