import { buttonCode, knownScreen } from '#src/lib/known-screen.ts'

/** What is done in the field takes these; asked beforehand, so that the answers go along. */
export const fieldCodes: readonly string[] = [
  knownScreen('task').permission!,
  buttonCode('task', 'claim'),
  buttonCode('task', 'start'),
  buttonCode('task', 'finish'),
  buttonCode('farmLog', 'create'),
  buttonCode('inventory_form', 'edit'),
]
