import type { Language } from '#contract/account/self.ts'
import { textAt, textsOf } from './locales.ts'

export type Params = Readonly<Record<string, string | number>>

/** `lang` or Accept-Language, with hyphen or underscore; Chinese unless English is asked for. */
export const languageOf = (asked: string | undefined): Language =>
  asked?.trim().toLowerCase().startsWith('en') ? 'en-US' : 'zh-CN'

const fill = (text: string, params: Params) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  )
// Codes of errors and of imports have dots in their names: they are no paths.
const coded = (namespace: string, code: string, language: Language) => {
  const text = textsOf(language, namespace)[code]
  return typeof text === 'string' ? text : undefined
}

/**
 * The sentence of a code; the general one when the code has none of its own. What is said of
 * imported files stands with the dialog's own texts, which no first page carries.
 */
export function sentence(code: string, language: Language, params: Params = {}): string {
  const text = coded('errors', code, language) ?? coded('import', code, language)
  return fill(text ?? coded('errors', 'error.error', language) ?? code, params)
}
/** A word of the workbooks that imports give out. */
export const importText = (name: string, language: Language, params: Params = {}) =>
  fill(coded('import', name, language) ?? name, params)
const textIn =
  (namespace: string) =>
  (language: Language, key: string, params: Params = {}): string =>
    fill(textAt(textsOf(language, namespace), key.split('.')) ?? key, params)
/** A text about devices and alarms, as the console has it. */
export const equipmentText = textIn('equipment')
/** A text about goods and stock. */
export const inventoryText = textIn('inventory')
/** A text about approvals. */
export const approvalText = textIn('approval')
/** A text about tasks. */
export const workText = textIn('work')
/** A text of the first page. */
export const homeText = textIn('home')
/** A text about activities. */
export const activityText = textIn('activity')
/** A text about messages and how they go out. */
export const messageText = textIn('message')
/** A text about plans. */
export const planText = textIn('plan')
/** A text about cameras. */
export const cameraText = textIn('camera')
/** A name of what a new tenant begins with. */
export const starterText = textIn('starter')
export const menuText = (
  kind: 'modules' | 'groups' | 'screens',
  name: string,
  language: Language,
) => textAt(textsOf(language, 'menus'), [kind, name]) ?? name
