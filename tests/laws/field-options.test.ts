import { expect, expectTypeOf, test } from 'vitest'
import * as helpers from '#contract/field.ts'
import type { Field } from '#contract/field.ts'

const common = {
  readonly: true,
  createOnly: true,
  unique: true,
  seenBy: 'a.code',
  detailOnly: true,
} as const
const made: Readonly<Record<string, Field>> = {
  text: helpers.text({ ...common, max: 9 }),
  richtext: helpers.richtext({ ...common, max: 9 }),
  phone: helpers.phone(common),
  integer: helpers.integer({ ...common, min: 0, max: 9 }),
  decimal: helpers.decimal(common),
  money: helpers.money(common),
  code: helpers.code({ one: 1 }, common),
  choice: helpers.choice({ one: 'one' }, common),
  choices: helpers.choices({ one: 'one' }, common),
  flag: helpers.flag(common),
  date: helpers.date(common),
  moment: helpers.moment(common),
  dateRange: helpers.dateRange(common),
  ref: helpers.ref('area', common),
  refs: helpers.refs('area', { ...common, max: 9 }),
  image: helpers.image(common),
  images: helpers.images({ ...common, max: 9 }),
  video: helpers.video(common),
  files: helpers.files({ ...common, max: 9 }),
  colour: helpers.colour(common),
  point: helpers.point(common),
  polygon: helpers.polygon(common),
  lines: helpers.lines({}, { ...common, max: 9 }),
}

test('what every field may say is kept by each helper', () => {
  for (const [name, field] of Object.entries(made))
    expect([name, field]).toEqual([
      name,
      expect.objectContaining({ ...common, kind: name, required: false }),
    ])
})

test('what a helper does not know is no option of it', () => {
  type OptionsOf<F extends (...args: never[]) => unknown> = Exclude<Parameters<F>[1], undefined>
  const choice = (o: { readonly: true; max: 3 }) => o
  expectTypeOf(choice).parameter(0).not.toExtend<OptionsOf<typeof helpers.choice>>()
  expectTypeOf<{ seenBy: string }>().toExtend<OptionsOf<typeof helpers.choice>>()
  expectTypeOf<{ detailOnly: true; unit: string }>().not.toExtend<
    Parameters<typeof helpers.phone>[0]
  >()
})
