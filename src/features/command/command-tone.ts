import type { CommandState } from '#contract/command/command.ts'

const tones: Partial<Record<CommandState, 'good' | 'bad'>> = {
  confirmed: 'good',
  rejected: 'bad',
  timedOut: 'bad',
  expired: 'bad',
}
/**
 * Green for what is known to have happened, red for what is not; the rest is on its way or was
 * called off.
 */
export const commandTone = (state: CommandState) =>
  tones[state] ?? (state === 'superseded' || state === 'cancelled' ? 'quiet' : 'warn')
