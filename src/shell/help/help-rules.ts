const typing =
  'input, textarea, select, [contenteditable=""], [contenteditable="true"], [role="combobox"], [role="textbox"]'

/** `?` asks for help only where it is not simply a letter (docs/specification.md 4.11). */
export function isHelpKey(
  event: Pick<
    KeyboardEvent,
    | 'key'
    | 'ctrlKey'
    | 'metaKey'
    | 'altKey'
    | 'isComposing'
    | 'keyCode'
    | 'defaultPrevented'
    | 'target'
  >,
): boolean {
  // A Chinese keyboard gives the full-width mark; 229 is a key that an input method still holds.
  if (!['?', '\uff1f'].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey)
    return false
  if (event.isComposing || event.keyCode === 229 || event.defaultPrevented) return false
  return !(event.target instanceof Element && event.target.closest(typing))
}

/** The key of the palette, wherever it is pressed. */
export const isPaletteKey = (
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'isComposing'>,
) => (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k' && !event.isComposing

/** What was closed may stay in the page without being drawn. */
export const isAnyDialogOpen = () =>
  [...document.querySelectorAll('[role=dialog]')].some((one) => one.checkVisibility?.() ?? true)

/** Keys by what they do, in the order of the sheet; `mod` is Ctrl or the Mac's command key. */
export const shortcuts = {
  lines: { nextCell: [['Enter']], otherLine: [['↑'], ['↓']] },
  cards: {
    moveCard: [['←'], ['→'], ['↑'], ['↓']],
    sizeCard: [
      ['Shift', '→'],
      ['Shift', '↓'],
    ],
    removeCard: [['Delete']],
  },
  form: {
    save: [
      ['mod', 'S'],
      ['mod', 'Enter'],
    ],
  },
  anywhere: { palette: [['mod', 'K']], help: [['?']] },
  palette: { move: [['↑'], ['↓']], choose: [['Enter']], close: [['Esc']] },
  tabs: {
    between: [['←'], ['→'], ['Home'], ['End']],
    closeTab: [['Delete']],
    menu: [['Shift', 'F10']],
  },
} as const
export type KeyPlace = keyof typeof shortcuts
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform)
