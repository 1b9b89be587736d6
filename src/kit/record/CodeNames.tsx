import { useTranslation } from 'react-i18next'
import { entityOutlines, screens } from '#contract/outlines.ts'
import { shellCodes } from '#contract/shell-codes.ts'
import { permissionLabel, untypedT, type Translate } from '#src/kit/definition/label.ts'

/** What a code opens, and what may be done there; `action` null: looking. */
interface Meaning {
  screen: string | null
  action: string | null
}
function meaningOf(code: string): Meaning | undefined {
  const shell = Object.entries(shellCodes).find(([, one]) => one === code)
  if (shell) return { screen: null, action: shell[0] }
  const opened = screens.find(({ permission }) => permission === code)
  if (opened) return { screen: opened.name, action: null }
  for (const { name, buttons } of screens) {
    const button = Object.entries(buttons).find(([, codes]) => [codes].flat().includes(code))
    if (button) return { screen: name, action: button[0] }
  }
  return undefined
}
const entityOf = (screen: string | null) => {
  const shown = screens.find(({ name }) => name === screen)?.entity
  return entityOutlines.find(({ name }) => name === shown)
}

/** Screens with what may be done on each, in the order of the menu. */
function linesOf(t: Translate, codes: readonly string[]): [string, string[]][] {
  const lines = new Map<string, Set<string>>()
  for (const code of codes) {
    const { screen, action } = meaningOf(code) ?? { screen: null, action: null }
    const title = screen ? t(`menus:screens.${screen}`) : t('menus:groups.shell')
    const deeds = lines.get(title) ?? new Set()
    if (action) deeds.add(permissionLabel(t, action, entityOf(screen)))
    lines.set(title, deeds)
  }
  return [...lines].map(([title, deeds]) => [title, [...deeds]])
}

/** Codes of permissions in words, a line for each screen. */
export function CodeNames({ codes }: { codes: readonly string[] }) {
  const modules = codes.flatMap((code) => entityOf(meaningOf(code)?.screen ?? null)?.module ?? [])
  const { t } = useTranslation(['menus', 'system', 'common', ...new Set(modules)])
  return linesOf(untypedT(t), codes).map(([screen, deeds]) => (
    <div key={screen}>
      {screen}
      {deeds.length > 0 && ` · ${deeds.join(', ')}`}
    </div>
  ))
}
