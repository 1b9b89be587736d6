import { choice, flag, lines, text, type Field } from '../field.ts'

export const mostChecks = 30
export const mostOwnFields = 20
/** So long is what somebody writes into a field of a task's type at most. */
export const mostAnswer = 200

const ownFieldKinds = {
  number: 'number',
  text: 'text',
  choice: 'choice',
  date: 'date',
  yesNo: 'yesNo',
} as const
export type OwnFieldKind = keyof typeof ownFieldKinds

/** What somebody may choose, of a list that is kept as one text: each on a line of its own. */
export const choicesOf = ({ choices }: { choices?: string | null | undefined }): string[] => [
  ...new Set(
    (choices ?? '')
      .split('\n')
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

export const checkColumns = {
  item: text({ required: true, max: 100 }),
  requiredFlag: flag({}),
}
export const ownFieldColumns = {
  name: text({ required: true, max: 40 }),
  kind: choice(ownFieldKinds, { required: true }),
  unit: text({ max: 20 }),
  /** Of a choice: one a line. */
  choices: text({ max: 500 }),
  requiredFlag: flag({}),
}

type OwnField = { kind: string; choices?: string | null }
const isTwice = (names: readonly unknown[]) =>
  new Set(names.map((name) => String(name).trim().toLowerCase())).size < names.length
/** Refuses the same name twice: answers go by it. */
const once = <F extends Field>(one: F, name: string): F => ({
  ...one,
  schema: one.schema.refine(
    (all) => !isTwice((all as Record<string, unknown>[]).map((line) => line[name])),
    { params: { code: 'field.line_twice' } },
  ),
})
const ownFieldLines = lines(ownFieldColumns, { max: mostOwnFields })

/** What is ticked off before a task of this kind is reported, in order. */
export const checklist = once(lines(checkColumns, { max: mostChecks }), 'item')
/** What a report of this kind of task says besides. */
export const ownFields = once(
  {
    ...ownFieldLines,
    schema: ownFieldLines.schema.refine(
      (all) =>
        (all as OwnField[]).every((one) => one.kind !== 'choice' || choicesOf(one).length >= 2),
      { params: { code: 'field.choices_lacking' } },
    ),
  },
  'name',
)
