import { approvableForms } from '../approvable-forms.ts'
import type { ApprovableForm, FactKinds } from './form.ts'

/** Codes of the forms that can ask for approval, by name. */
export const approvableCodes: Readonly<Record<string, string>> = Object.fromEntries(
  approvableForms.map(({ name, code }) => [name, code]),
)
const byCode = new Map(approvableForms.map((form) => [form.code, form]))
export const formOf = (code: unknown): ApprovableForm | undefined => byCode.get(String(code))
/** What conditions of a form may look at; nothing of a form that is not there. */
export const factsOf = (code: unknown): FactKinds => formOf(code)?.facts ?? {}

/** Where a record is looked at; null where no form has that code. */
export const pageOfRecord = (code: string, thirdId: number): string | null => {
  const form = formOf(code)
  return form ? `${form.screen.route}/info/${thirdId}` : null
}
