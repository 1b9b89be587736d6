import {
  boardColumns,
  mostCards,
  mostRows,
  type BoardCard,
  type CardKind,
} from '#contract/board/board.ts'

export type Cards = readonly BoardCard[]
/** What is being changed, and what it was before each change. */
export interface Editing {
  cards: Cards
  before: readonly Cards[]
}
export const beginEditing = (cards: Cards): Editing => ({ cards, before: [] })
const mostBack = 50

const to = (editing: Editing, cards: Cards): Editing =>
  cards === editing.cards
    ? editing
    : { cards, before: [...editing.before, editing.cards].slice(-mostBack) }
export const undo = ({ cards, before }: Editing): Editing => ({
  cards: before.at(-1) ?? cards,
  before: before.slice(0, -1),
})
export const put = (editing: Editing, card: BoardCard, at = editing.cards.length): Editing =>
  at < editing.cards.length
    ? to(editing, editing.cards.with(at, card))
    : editing.cards.length >= mostCards
      ? editing
      : to(editing, [...editing.cards, card])
export const remove = (editing: Editing, at: number): Editing =>
  to(
    editing,
    editing.cards.filter((_, other) => other !== at),
  )
/** To another place; the others keep their order. */
export function move(editing: Editing, from: number, at: number): Editing {
  const target = Math.max(0, Math.min(editing.cards.length - 1, at))
  if (target === from) return editing
  const rest = editing.cards.filter((_, other) => other !== from)
  return to(editing, [...rest.slice(0, target), editing.cards[from]!, ...rest.slice(target)])
}
const within = (value: number, most: number) => Math.max(1, Math.min(most, value))
export function resize(
  editing: Editing,
  at: number,
  by: { width?: number; height?: number },
): Editing {
  const card = editing.cards[at]!
  const [width, height] = [
    within(card.width + (by.width ?? 0), boardColumns),
    within(card.height + (by.height ?? 0), mostRows),
  ]
  return width === card.width && height === card.height
    ? editing
    : to(editing, editing.cards.with(at, { ...card, width, height }))
}

/** How large a card of a kind is at first. */
export const usualSize: Readonly<Record<CardKind, { width: number; height: number }>> = {
  number: { width: 1, height: 1 },
  state: { width: 1, height: 2 },
  switch: { width: 1, height: 2 },
  curve: { width: 2, height: 2 },
  map: { width: 2, height: 2 },
  alarms: { width: 2, height: 2 },
  camera: { width: 2, height: 2 },
}
