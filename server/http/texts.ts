import type { Language } from '#contract/account/self.ts'
import approvalEn from '#locales/en-US/approval.json' with { type: 'json' }
import equipmentEn from '#locales/en-US/equipment.json' with { type: 'json' }
import errorsEn from '#locales/en-US/errors.json' with { type: 'json' }
import importEn from '#locales/en-US/import.json' with { type: 'json' }
import menusEn from '#locales/en-US/menus.json' with { type: 'json' }
import approvalZh from '#locales/zh-CN/approval.json' with { type: 'json' }
import equipmentZh from '#locales/zh-CN/equipment.json' with { type: 'json' }
import errorsZh from '#locales/zh-CN/errors.json' with { type: 'json' }
import importZh from '#locales/zh-CN/import.json' with { type: 'json' }
import menusZh from '#locales/zh-CN/menus.json' with { type: 'json' }

/** What is said of imported files stands with the dialog's own texts, which no first page carries. */
const imports = { 'zh-CN': importZh, 'en-US': importEn } as unknown as Record<
  Language,
  Record<string, string>
>
const errors: Record<Language, Record<string, string>> = {
  'zh-CN': { ...imports['zh-CN'], ...errorsZh },
  'en-US': { ...imports['en-US'], ...errorsEn },
}
const equipment = { 'zh-CN': equipmentZh, 'en-US': equipmentEn } as Record<Language, Tree>
const approval = { 'zh-CN': approvalZh, 'en-US': approvalEn } as Record<Language, Tree>
type Tree = { [name: string]: string | Tree }
const menus = { 'zh-CN': menusZh, 'en-US': menusEn } as Record<
  Language,
  Record<'modules' | 'groups' | 'screens', Record<string, string>>
>

/** `lang` or Accept-Language, with hyphen or underscore; Chinese unless English is asked for. */
export const languageOf = (asked: string | undefined): Language =>
  asked?.trim().toLowerCase().startsWith('en') ? 'en-US' : 'zh-CN'

const fill = (text: string, params: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    name in params ? String(params[name]) : whole,
  )

/** The sentence of a code; the general one when the code has none of its own. */
export function sentence(
  code: string,
  language: Language,
  params: Record<string, string | number> = {},
): string {
  const texts = errors[language]
  return fill(texts[code] ?? texts['error.error'] ?? code, params)
}
/** A word of the workbooks that imports give out. */
export const importText = (
  name: string,
  language: Language,
  params: Record<string, string | number> = {},
) => fill(imports[language][name] ?? name, params)
const textIn =
  (texts: Record<Language, Tree>) =>
  (language: Language, key: string, params: Record<string, string | number> = {}): string => {
    const found = key
      .split('.')
      .reduce<string | Tree | undefined>(
        (tree, name) => (typeof tree === 'object' ? tree[name] : undefined),
        texts[language],
      )
    return fill(typeof found === 'string' ? found : key, params)
  }
/** A text about devices and alarms, as the console has it. */
export const equipmentText = textIn(equipment)
/** A text about approvals. */
export const approvalText = textIn(approval)
export const menuText = (
  kind: 'modules' | 'groups' | 'screens',
  name: string,
  language: Language,
) => menus[language][kind][name] ?? name
