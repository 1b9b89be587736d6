import type { HomeLayout, HomeRole } from '#contract/home/home-calls.ts'

export const sides = ['left', 'right'] as const
export type Side = (typeof sides)[number]

/** What each kind of person begins with; what is not named can be added. */
const usual: Readonly<Record<HomeRole, Omit<HomeLayout, 'hidden'>>> = {
  manager: {
    left: ['waiting', 'batches', 'season', 'brief', 'curves'],
    right: ['weather', 'locks', 'bases', 'news', 'entries', 'changes'],
  },
  keeper: { left: ['waiting'], right: ['entries', 'news', 'changes'] },
  engineer: {
    left: ['waiting', 'brief', 'curves'],
    right: ['bases', 'entries', 'weather', 'news', 'changes'],
  },
  approver: { left: ['waiting'], right: ['entries', 'news'] },
  worker: { left: ['waiting', 'field'], right: ['locks', 'weather', 'entries', 'news'] },
}

export interface Declared {
  code: string
  side: Side
}
/**
 * Where the cards stand: as somebody put them, or as their role has it. A card that was declared
 * since they arranged them stands last in its column; one that is no more is left out.
 */
export function layoutOf(
  kept: HomeLayout | null,
  role: HomeRole,
  cards: readonly Declared[],
): HomeLayout {
  const known = new Set(cards.map(({ code }) => code))
  const begin = kept ?? {
    ...usual[role],
    hidden: cards
      .map(({ code }) => code)
      .filter((code) => sides.every((side) => !usual[role][side].includes(code))),
  }
  const own = (codes: readonly string[]) => [...new Set(codes)].filter((code) => known.has(code))
  const hidden = own(begin.hidden)
  const left = own(begin.left).filter((code) => !hidden.includes(code))
  const right = own(begin.right).filter((code) => ![...hidden, ...left].includes(code))
  const placed = new Set([...left, ...right, ...hidden])
  const isNew = (side: Side) =>
    cards.filter((one) => one.side === side && !placed.has(one.code)).map(({ code }) => code)
  return { left: [...left, ...isNew('left')], right: [...right, ...isNew('right')], hidden }
}

const without = (layout: HomeLayout, code: string): HomeLayout => ({
  left: layout.left.filter((one) => one !== code),
  right: layout.right.filter((one) => one !== code),
  hidden: layout.hidden.filter((one) => one !== code),
})
/** Puts a card before another of a column, or last in it. */
export function placed(
  layout: HomeLayout,
  code: string,
  side: Side,
  before: string | null,
): HomeLayout {
  if (before === code) return layout
  const rest = without(layout, code)
  const at = before === null ? -1 : rest[side].indexOf(before)
  const column =
    at < 0 ? [...rest[side], code] : [...rest[side].slice(0, at), code, ...rest[side].slice(at)]
  return { ...rest, [side]: column }
}
export type Step = 'up' | 'down' | 'aside'
const sideOf = (layout: HomeLayout, code: string): Side =>
  layout.left.includes(code) ? 'left' : 'right'
/** Whether a card can go there from where it stands. */
export function canStep(layout: HomeLayout, code: string, step: Step): boolean {
  const column = layout[sideOf(layout, code)]
  const at = column.indexOf(code)
  return step === 'aside' || (step === 'up' ? at > 0 : at < column.length - 1)
}
/** One place up or down, or over to the end of the other column. */
export function stepped(layout: HomeLayout, code: string, step: Step): HomeLayout {
  const side = sideOf(layout, code)
  const column = layout[side]
  const at = column.indexOf(code)
  if (!canStep(layout, code, step)) return layout
  if (step === 'aside') return placed(layout, code, side === 'left' ? 'right' : 'left', null)
  return step === 'up'
    ? placed(layout, code, side, column[at - 1]!)
    : placed(layout, code, side, column[at + 2] ?? null)
}
export const hiddenToo = (layout: HomeLayout, code: string): HomeLayout => {
  const rest = without(layout, code)
  return { ...rest, hidden: [...rest.hidden, code] }
}
