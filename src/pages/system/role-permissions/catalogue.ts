import { entities, screens } from '#contract/domains.ts'
import type { PermissionNode } from '#contract/system/permission-calls.ts'
import { permissionLabel, type Translate } from '#src/kit/definition/label.ts'

interface CodeLine {
  code: string
  label: string
}
interface ScreenLine {
  key: string
  label: string
  /** Opens the screen; the buttons mean nothing without it. */
  opening: string | null
  buttons: CodeLine[]
}
export interface ModuleBlock {
  key: string
  label: string
  screens: ScreenLine[]
}
type Tri = 'all' | 'some' | 'none'

/** The word of a button: its screen's own for the deed, else an everyday one. */
function buttonLabel(t: Translate, action: string, screenName: string): string {
  const shown = screens.find(({ name }) => name === screenName)?.entity
  return permissionLabel(
    t,
    action,
    entities.find(({ name }) => name === shown),
  )
}

/** The flat list of codes as modules, screens and buttons, in the order of the menu. */
export function blocksOf(t: Translate, nodes: readonly PermissionNode[]): ModuleBlock[] {
  const blocks = new Map<string, ModuleBlock>()
  for (const node of nodes) {
    const block = blocks.get(node.module) ?? {
      key: node.module,
      label: t(`menus:modules.${node.module}`),
      screens: [],
    }
    blocks.set(node.module, block)
    if (block.screens.some((screen) => screen.key === node.screen)) continue
    const own = nodes.filter((one) => one.module === node.module && one.screen === node.screen)
    const opening = own.find((one) => one.action === null)?.code
    const label =
      node.screen === 'shell' ? t('menus:groups.shell') : t(`menus:screens.${node.screen}`)
    const buttons = own
      .filter((one) => one.action !== null)
      .map((one) => ({ code: one.code, label: buttonLabel(t, one.action!, node.screen) }))
    block.screens.push({ key: node.screen, label, opening: opening ?? null, buttons })
  }
  return [...blocks.values()]
}

export const codesOfScreen = ({ opening, buttons }: ScreenLine): string[] => [
  ...(opening ? [opening] : []),
  ...buttons.map((button) => button.code),
]
export const codesOfBlock = (block: ModuleBlock) => block.screens.flatMap(codesOfScreen)

export function triOf(codes: readonly string[], held: ReadonlySet<string>): Tri {
  const count = codes.filter((code) => held.has(code)).length
  return count === 0 ? 'none' : count === codes.length ? 'all' : 'some'
}

/**
 * Gives or takes codes. A button needs its screen to be open, and a closed screen has no buttons.
 */
export function toggled(
  blocks: readonly ModuleBlock[],
  held: ReadonlySet<string>,
  codes: readonly string[],
  give: boolean,
): Set<string> {
  const next = new Set(held)
  for (const code of codes) {
    if (give) next.add(code)
    else next.delete(code)
  }
  for (const screen of blocks.flatMap((block) => block.screens)) {
    if (!screen.opening) continue
    const buttons = screen.buttons.map((button) => button.code)
    if (give && buttons.some((code) => codes.includes(code))) next.add(screen.opening)
    if (!give && codes.includes(screen.opening)) for (const code of buttons) next.delete(code)
  }
  return next
}

/** Only the lines whose words or codes hold what was searched for. */
export function searched(blocks: readonly ModuleBlock[], text: string): ModuleBlock[] {
  const wanted = text.trim().toLowerCase()
  if (!wanted) return [...blocks]
  const has = (...words: (string | null)[]) =>
    words.some((word) => word?.toLowerCase().includes(wanted))
  return blocks
    .map((block) => ({
      ...block,
      screens: block.screens.filter((screen) =>
        has(
          block.label,
          screen.label,
          ...codesOfScreen(screen),
          ...screen.buttons.map((button) => button.label),
        ),
      ),
    }))
    .filter((block) => block.screens.length > 0)
}
