import {
  answerFault,
  checkFault,
  type AskFault,
  type Check,
  type OwnAnswer,
} from '#contract/work/task-asks.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'

/** What is said of the things that a task asks for, by their names. */
export interface Said {
  checklist: Pick<Check, 'item' | 'doneFlag'>[]
  ownFields: Pick<OwnAnswer, 'name' | 'answer' | 'yesFlag'>[]
}
export const checksOf = ({ checklist }: Readonly<Record<string, unknown>>) =>
  (checklist ?? []) as Check[]
export const answersOf = ({ ownFields }: Readonly<Record<string, unknown>>) =>
  (ownFields ?? []) as OwnAnswer[]

/** What a report begins with: nothing ticked; what was filled in before it was sent back. */
export const offeredSaid = (row: Row): Said => ({
  checklist: checksOf(row).map(({ item }) => ({ item, doneFlag: 0 })),
  ownFields: answersOf(row).map(({ name, answer, yesFlag }) => ({
    name,
    answer: answer ?? null,
    yesFlag: yesFlag ?? null,
  })),
})
/**
 * What the task asks for now, each with what was said of it; what it asks no more is left out. A
 * task that is not at hand asks for what was said.
 */
export function withSaid(row: Row, said: Said): { checklist: Check[]; ownFields: OwnAnswer[] } {
  const done = new Map(said.checklist.map((one) => [one.item, one.doneFlag]))
  const given = new Map(said.ownFields.map((one) => [one.name, one]))
  return {
    checklist: checksOf(row).map((one) => ({ ...one, doneFlag: done.get(one.item) ?? 0 })),
    ownFields: answersOf(row).map((one) => ({
      ...one,
      answer: given.get(one.name)?.answer ?? null,
      yesFlag: given.get(one.name)?.yesFlag ?? null,
    })),
  }
}
/** As it is sent. */
export function sentSaid(row: Row, said: Said): Said {
  if (row.checklist === undefined) return said
  const { checklist, ownFields } = withSaid(row, said)
  return {
    checklist: checklist.map(({ item, doneFlag }) => ({ item, doneFlag })),
    ownFields: ownFields.map(({ name, answer, yesFlag }) => ({ name, answer, yesFlag })),
  }
}

/** In the server's words. */
const sentence = (t: Translate, code: AskFault, name: string) =>
  t(code, { ns: 'errors', keySeparator: false, name })
/** What is still wrong with them, by their names. */
export function saidMistakes(t: Translate, row: Row, said: Said) {
  const { checklist, ownFields } = withSaid(row, said)
  const unticked = checklist.find((one) => checkFault(one) !== null)
  const wrong = ownFields.flatMap((one): [string, string][] => {
    const code = answerFault(one)
    return code ? [[one.name, sentence(t, code, one.name)]] : []
  })
  return {
    checklist: unticked && sentence(t, checkFault(unticked)!, unticked.item),
    ownFields: new Map(wrong),
  }
}
