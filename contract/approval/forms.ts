import { approvableForms } from '../approvable-forms.ts'
import type { ApprovableForm, FactKinds } from './form.ts'

/** Codes of the forms that can ask for approval; their words stand in the group `forms`. */
export const approvableCodes: Readonly<Record<string, string>> = Object.fromEntries(
  approvableForms.map(({ code }) => [code, code]),
)
const byCode = new Map(approvableForms.map((form) => [form.code, form]))
export const formOf = (code: unknown): ApprovableForm | undefined => byCode.get(String(code))
/** What conditions of a form may look at; nothing of a form that is not there. */
export const factsOf = (code: unknown): FactKinds => formOf(code)?.facts ?? {}
/** The facts of a form that somebody with these codes is told. */
export const factsSeen = (code: unknown, codes: ReadonlySet<string>): FactKinds =>
  Object.fromEntries(
    Object.entries(factsOf(code)).filter(
      ([, fact]) => !('seenBy' in fact) || codes.has(fact.seenBy!),
    ),
  )

/** Where a record is looked at; null where no form has that code. */
export const pageOfRecord = (code: string, thirdId: number): string | null => {
  const form = formOf(code)
  if (!form) return null
  return form.address?.(thirdId) ?? `${form.screen.route}/info/${thirdId}`
}
