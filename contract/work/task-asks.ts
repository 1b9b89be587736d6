import { isDay } from '../moment.ts'
import { choicesOf, mostAnswer, type OwnFieldKind } from '../farm/task-asks.ts'

/** Something to be ticked off, as its task keeps it. */
export interface Check {
  item: string
  requiredFlag?: 0 | 1 | null
  doneFlag?: 0 | 1 | null
}
/** A field of a task's type, as its task keeps it, with what was filled in. */
export interface OwnAnswer {
  name: string
  kind: OwnFieldKind
  unit?: string | null
  choices?: string | null
  requiredFlag?: 0 | 1 | null
  /** Of every kind but yes or no. */
  answer?: string | null
  yesFlag?: 0 | 1 | null
}

const number = /^-?\d{1,9}(\.\d{1,4})?$/
const forms: Readonly<Record<OwnFieldKind, (answer: string, one: OwnAnswer) => boolean>> = {
  number: (answer) => number.test(answer),
  text: (answer) => answer.length <= mostAnswer,
  choice: (answer, one) => choicesOf(one).includes(answer),
  date: (answer) => /^\d{4}-\d{2}-\d{2}$/.test(answer) && isDay(answer),
  yesNo: () => false,
}
export type AskFault = 'task.check_needed' | 'task.answer_needed' | 'task.answer_wrong'

/** What keeps the report back at one thing to be ticked off, or nothing. */
export const checkFault = ({ requiredFlag, doneFlag }: Check): AskFault | null =>
  requiredFlag === 1 && doneFlag !== 1 ? 'task.check_needed' : null

const isUnanswered = ({ kind, answer, yesFlag }: OwnAnswer) =>
  kind === 'yesNo' ? yesFlag === null || yesFlag === undefined : !answer
/** The same of a field: it lacks, or has another form than its kind. */
export function answerFault(one: OwnAnswer): AskFault | null {
  if (isUnanswered(one)) return one.requiredFlag === 1 ? 'task.answer_needed' : null
  return one.kind === 'yesNo' || forms[one.kind](one.answer!, one) ? null : 'task.answer_wrong'
}
