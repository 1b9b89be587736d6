import { z } from 'zod'
import type { Entity } from '#contract/entity.ts'
import { shape } from '#contract/field.ts'

/** What makes a new row, in our words or in those of the specification's clients. */
export function newShape({ fields, foreign }: Entity) {
  const { names = {}, constants = {} } = foreign ?? {}
  const needed = Object.entries(names).filter(([, own]) => fields[own]!.required)
  const form = shape(fields).extend({
    ...Object.fromEntries(
      Object.entries(names).flatMap(([name, own]) => {
        const either = fields[own]!.schema.nullish()
        return [
          [name, either],
          [own, either],
        ]
      }),
    ),
    ...Object.fromEntries(
      Object.entries(constants).map(([name, value]) => [name, z.literal(value).nullish()]),
    ),
  })
  return needed.reduce(
    (whole, [name, own]) =>
      whole.refine(
        (values: Readonly<Record<string, unknown>>) =>
          (values[own] ?? values[name] ?? null) !== null,
        {
          path: [own],
          params: { code: 'field.required' },
          // Said beside whatever else is wrong.
          when: ({ value }) => typeof value === 'object' && value !== null,
        },
      ),
    form,
  )
}
/** Values under our own names. */
export function ownNames(
  { foreign }: Entity,
  values: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  if (!foreign) return values
  const { names, constants } = foreign
  const given = Object.entries(values).filter(([name]) => !(name in constants))
  // Our own name, where both are given, says more.
  return {
    ...Object.fromEntries(
      given.filter(([name]) => name in names).map(([name, value]) => [names[name]!, value]),
    ),
    ...Object.fromEntries(given.filter(([name]) => !(name in names))),
  }
}
