import { expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'

test('every field is bounded, every reference points at an entity, every state is a code', () => {
  const names = entities.map((entity) => entity.name)
  for (const entity of entities) {
    for (const [name, field] of Object.entries(entity.fields)) {
      const at = `${entity.name}.${name}`
      if (
        [
          'text',
          'richtext',
          'phone',
          'image',
          'images',
          'video',
          'files',
          'colour',
          'point',
          'polygon',
          'lines',
          'refs',
        ].includes(field.kind)
      )
        expect([at, typeof field.max]).toEqual([at, 'number'])
      if (['integer', 'decimal', 'money'].includes(field.kind))
        expect([at, typeof field.min, typeof field.max]).toEqual([at, 'number', 'number'])
      if (field.to) expect([at, names.includes(field.to)]).toEqual([at, true])
    }
    const known = Object.keys(entity.fields[entity.stateField ?? '']?.codes ?? {})
    for (const state of Object.values(entity.states ?? {}).flat())
      expect([entity.name, known.includes(state)]).toEqual([entity.name, true])
  }
  expect(new Set(names).size).toBe(names.length)
})
