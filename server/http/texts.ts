import type { Language } from '#contract/account/self.ts'
import errorsEn from '#locales/en-US/errors.json' with { type: 'json' }
import menusEn from '#locales/en-US/menus.json' with { type: 'json' }
import errorsZh from '#locales/zh-CN/errors.json' with { type: 'json' }
import menusZh from '#locales/zh-CN/menus.json' with { type: 'json' }

const errors: Record<Language, Record<string, string>> = { 'zh-CN': errorsZh, 'en-US': errorsEn }
const menus = { 'zh-CN': menusZh, 'en-US': menusEn } as Record<Language, Record<'modules' | 'groups' | 'screens', Record<string, string>>>

/** `lang` or Accept-Language, with hyphen or underscore; Chinese unless English is asked for. */
export const languageOf = (asked: string | undefined): Language => (asked?.trim().toLowerCase().startsWith('en') ? 'en-US' : 'zh-CN')

const fill = (text: string, params: Record<string, string | number>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => (name in params ? String(params[name]) : whole))

/** The sentence of a code; the general one when the code has none of its own. */
export function sentence(code: string, language: Language, params: Record<string, string | number> = {}): string {
  const texts = errors[language]
  return fill(texts[code] ?? texts['error.error'] ?? code, params)
}
export const menuText = (kind: 'modules' | 'groups' | 'screens', name: string, language: Language) => menus[language][kind][name] ?? name
