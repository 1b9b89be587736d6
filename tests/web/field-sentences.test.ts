import { expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { formSentence } from '#contract/text-forms.ts'
import { midSentence } from '#src/lib/mid-sentence.ts'

test('a text of the wrong form is told which form is right, in every entity', () => {
  // No form wants these: each text field that has one refuses at least one of them.
  const odd = ['：！', '~ ~', '1', 'a b']
  const unsaid = entities.flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { kind, schema, columns }]) => [
      ...(kind === 'text' ? [[`${name}.${field}`, schema] as const] : []),
      ...Object.entries(columns ?? {})
        .filter(([, column]) => column.kind === 'text')
        .map(([column, inner]) => [`${name}.${field}.${column}`, inner.schema] as const),
    ]),
  )
  const typed = unsaid.filter(([name]) => !/\.(cards|nodes|activeHours|conditions)\./.test(name))
  expect(typed.length).toBeGreaterThan(100)
  const faults = typed.flatMap(([name, schema]) =>
    odd.flatMap((text) => {
      const issue = schema.safeParse(text).error?.issues[0] as
        | { code: string; pattern?: string }
        | undefined
      return issue?.code === 'invalid_format' && !formSentence(issue) ? [name] : []
    }),
  )
  expect([...new Set(faults)]).toEqual([])
})

test.each([
  ['Payload decoder', 'payload decoder'],
  ['SIM card', 'SIM card'],
  ['Venturi injector', 'Venturi injector'],
  ['LoRaWAN node', 'LoRaWAN node'],
  ['4G LoRa node', '4G LoRa node'],
  ['Base', 'base'],
  ['解码脚本', '解码脚本'],
])('%s is written %s inside a sentence', (label, inner) => {
  expect(midSentence(label)).toBe(inner)
})
