import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright/test'
import { screens } from '#contract/domains.ts'
import { shellCodes } from '#contract/shell-codes.ts'

type Texts = { [key: string]: Texts | string }
const leaves = (tree: Texts, above = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[above + key, value] as [string, string]]
      : leaves(value, `${above}${key}.`),
  )
const textsOf = (language: string) =>
  new Map(
    readdirSync(`locales/${language}`).flatMap((file) =>
      leaves(JSON.parse(readFileSync(`locales/${language}/${file}`, 'utf8')) as Texts).map(
        ([key, text]) => [`${file}:${key}`, text] as const,
      ),
    ),
  )
/** What a demo or a new tenant is filled with is as Chinese, or as English, as who filled it in. */
const sown = readdirSync('server/demo', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(`server/demo/${file}`, 'utf8'))
  .join('\n')
/** What stands nowhere in a language: labels of the other one that are none of its own, and no data. */
function foreignTo(language: string): string[] {
  const other = language === 'zh-CN' ? 'en-US' : 'zh-CN'
  const own = new Set(textsOf(language).values())
  const others = textsOf(other)
  // The first role is called in the language of whoever registered.
  const firstRole = others.get('menus.json:groups.adminRole')
  // An import's example row is data once it was imported.
  return [...others]
    .filter(([key]) => !/languages?\.|brand|^starter|^import\.json:sample$/.test(key))
    .map(([, text]) => text)
    .filter((text) => text.length > (other === 'en-US' ? 2 : 1) && !text.includes('{{'))
    .filter((text) => text !== firstRole)
    .filter((text) => !own.has(text) && !sown.includes(`'${text}'`))
    .filter((text) => (language === 'zh-CN' ? /[A-Za-z]{2}/ : /\p{Script=Han}/u).test(text))
}
const foreign = new Map<string, string[]>()
function foreignIn(language: string): string[] {
  const known = foreign.get(language) ?? foreignTo(language)
  foreign.set(language, known)
  return known
}
const codes = [
  ...screens.flatMap(({ permission, buttons }) => [
    ...(permission ? [permission] : []),
    ...Object.values(buttons).flat(),
  ]),
  ...Object.values(shellCodes).flat(),
]

const shapes = {
  'raw key': [
    String.raw`\b[a-z-]+:[a-z]\w*\.[\w.]+`,
    String.raw`\b[a-z]\w+\.(?:actions|fields|options|lines|hints)\.\w+`,
  ],
  code: [String.raw`\b(?!FURROW)[A-Z]{2,}_[A-Z_]+\b`],
  uuid: [String.raw`\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b`],
  limits: [String.raw`-?[\d.,]+ [–-] -?[\d.,]+ \(\d[\d.]*\)`],
  hole: [
    String.raw`\{\{\w+`,
    String.raw`\[object `,
    String.raw`\bundefined\b`,
    String.raw`\bNaN\b`,
  ],
}

/**
 * What stands on the page, or is read out, that nobody should meet: keys, codes, identifiers, limits
 * as programs write them, and labels of the other language.
 */
export async function strayTexts(page: Page, language: string): Promise<string[]> {
  return page.evaluate(
    ({ shapes: wanted, foreign, codes: all }) => {
      const labels = new Set(foreign)
      const rights = new Set(all)
      const found: string[] = []
      const look = (text: string, where: string) => {
        const trimmed = text.trim()
        if (!trimmed) return
        for (const [name, patterns] of Object.entries(wanted))
          for (const pattern of patterns) {
            const hit = new RegExp(pattern, 'u').exec(trimmed)
            if (hit) found.push(`${name}: ${hit[0]} (${where})`)
          }
        if (labels.has(trimmed)) found.push(`other language: ${trimmed} (${where})`)
        // Who grants a code for programs reads it in its tooltip.
        if (where !== 'title' && trimmed.split(/[\s,、]+/).some((word) => rights.has(word)))
          found.push(`permission code: ${trimmed} (${where})`)
      }
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const { parentElement } = node
        if (!parentElement || parentElement.closest('script, style, pre, code, [hidden]')) continue
        if (parentElement.checkVisibility({ visibilityProperty: true }))
          look(node.textContent ?? '', 'text')
      }
      for (const element of document.body.querySelectorAll(
        '[aria-label], [title], [placeholder], [alt]',
      ))
        for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
          const text = element.getAttribute(name)
          if (text && element.checkVisibility()) look(text, name)
        }
      return [...new Set(found)]
    },
    { shapes, foreign: foreignIn(language), codes },
  )
}
