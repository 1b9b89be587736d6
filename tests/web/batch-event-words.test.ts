import { expect, test } from 'vitest'
import type { Translate } from '#src/kit/definition/label.ts'
import { eventWords } from '#src/pages/planting/batch/event-words.ts'

const t = ((key: string) => key) as Translate
const said = {
  t,
  zone: 'Asia/Shanghai',
  unitOf: (name: unknown) => (name === '公斤' ? 'kilogram' : String(name ?? '')),
}
const event = { id: 1, at: '2026-11-28T00:00:00Z' } as const

test('what a batch took says its units as the reader does', () => {
  const goods = [
    { name: '复合肥', quantity: 20, unitName: '公斤' },
    { name: '种苗', quantity: 3, unitName: null },
  ]
  expect(eventWords(said, { ...event, kind: 'stock', title: 'CK1', detail: { goods } }).note).toBe(
    '复合肥 20 kilogram, 种苗 3',
  )
  const detail = { fact: 'input', quantity: 20, unitName: '公斤' }
  expect(eventWords(said, { ...event, kind: 'fact', title: '复合肥', detail })).toMatchObject({
    title: 'planting:facts.input 复合肥',
    note: '20 kilogram',
  })
})
