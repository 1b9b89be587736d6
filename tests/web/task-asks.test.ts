import { expect, test } from 'vitest'
import { choicesOf } from '#contract/farm/task-asks.ts'
import { answerFault, checkFault, type OwnAnswer } from '#contract/work/task-asks.ts'
import { offeredSaid, saidMistakes, sentSaid } from '#src/features/work/asked.ts'

const own = (more: Partial<OwnAnswer>): OwnAnswer => ({ name: '风速', kind: 'number', ...more })
const t = (code: string, params?: Record<string, unknown>) => `${code} ${String(params?.name)}`
const row = {
  id: 1,
  checklist: [
    { item: '戴好口罩', requiredFlag: 1, doneFlag: 1 },
    { item: '洗净药桶', requiredFlag: 0, doneFlag: 0 },
  ],
  ownFields: [
    own({ requiredFlag: 1, answer: '2.5' }),
    own({ name: '有飘移', kind: 'yesNo', requiredFlag: 1, yesFlag: null }),
  ],
}

test('an answer has the form of its kind', () => {
  const fault = (more: Partial<OwnAnswer>) => answerFault(own(more))
  for (const answer of ['0', '-2.5', '120', '3.0001']) expect(fault({ answer })).toBeNull()
  for (const answer of ['1e3', '2,5', '三', '1.00001']) expect(fault({ answer })).not.toBeNull()
  const choice = { kind: 'choice', choices: ' 扇形\n锥形\n\n扇形' } as const
  expect(choicesOf(choice)).toEqual(['扇形', '锥形'])
  expect(fault({ ...choice, answer: '锥形' })).toBeNull()
  expect(fault({ ...choice, answer: '雾化' })).toBe('task.answer_wrong')
  expect(fault({ kind: 'date', answer: '2026-02-29' })).toBe('task.answer_wrong')
  expect(fault({ kind: 'date', answer: '2028-02-29' })).toBeNull()
  expect(fault({ kind: 'text', answer: '长'.repeat(201) })).toBe('task.answer_wrong')
})

test('no is an answer, and what need not be answered may stay empty', () => {
  expect(answerFault(own({ kind: 'yesNo', requiredFlag: 1, yesFlag: 0 }))).toBeNull()
  expect(answerFault(own({ kind: 'yesNo', requiredFlag: 1 }))).toBe('task.answer_needed')
  expect(answerFault(own({ requiredFlag: 1, answer: '' }))).toBe('task.answer_needed')
  expect(answerFault(own({}))).toBeNull()
  expect(checkFault({ item: '看天', requiredFlag: 1 })).toBe('task.check_needed')
  expect(checkFault({ item: '看天', requiredFlag: null })).toBeNull()
})

test('a report that was sent back begins unticked, with what was filled in', () => {
  const said = offeredSaid(row)
  expect(said.checklist.map(({ doneFlag }) => doneFlag)).toEqual([0, 0])
  expect(said.ownFields[0]).toEqual({ name: '风速', answer: '2.5', yesFlag: null })
  const mistakes = saidMistakes(t, row, said)
  expect(mistakes.checklist).toBe('task.check_needed 戴好口罩')
  expect([...mistakes.ownFields]).toEqual([['有飘移', 'task.answer_needed 有飘移']])
})

test('what a task asks no more is not sent, and a task that is not at hand keeps what was said', () => {
  const said = {
    checklist: [
      { item: '戴好口罩', doneFlag: 1 as const },
      { item: '旧的一项', doneFlag: 1 as const },
    ],
    ownFields: [{ name: '有飘移', yesFlag: 0 as const }],
  }
  expect(sentSaid(row, said)).toEqual({
    checklist: [
      { item: '戴好口罩', doneFlag: 1 },
      { item: '洗净药桶', doneFlag: 0 },
    ],
    ownFields: [
      { name: '风速', answer: null, yesFlag: null },
      { name: '有飘移', answer: null, yesFlag: 0 },
    ],
  })
  expect(sentSaid({ id: 1 }, said)).toBe(said)
})
