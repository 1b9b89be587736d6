import { screen } from '../screen.ts'

/** Chapters of docs/user, in their order; each is a file there in both languages. */
export const chapters = [
  'first-steps',
  'bases',
  'work',
  'plan',
  'devices',
  'cameras',
  'control',
  'alarms',
  'boards',
  'stock',
  'purchasing',
  'approvals',
  'people',
  'phone',
  'files',
  'content',
  'faq',
] as const
export type Chapter = (typeof chapters)[number]

// chosen: the specification names no route for the handbook
export const helpScreen = screen('help', {
  route: '/help',
  module: 'farm',
  group: 'today',
  icon: 'catalog',
  at: 92,
  hidden: true,
})
