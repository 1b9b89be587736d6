import type { Tone } from '#src/ui/StatusTag.tsx'

/** What a state means, by its name: one language of colours for all lists. */
const tones: Readonly<Record<string, Tone>> = {
  draft: 'quiet',
  off: 'quiet',
  disabled: 'quiet',
  closed: 'quiet',
  voided: 'quiet',
  withdrawn: 'quiet',
  revoked: 'quiet',
  superseded: 'quiet',
  expired: 'bad',
  failed: 'bad',
  rejected: 'bad',
  refused: 'bad',
  broken: 'bad',
  missing: 'bad',
  gone: 'bad',
  submitted: 'warn',
  pending: 'warn',
  waiting: 'warn',
  unconfirmed: 'warn',
  paused: 'warn',
  partial: 'info',
  running: 'info',
  counting: 'info',
  sending: 'info',
  sent: 'info',
  created: 'info',
  delivered: 'info',
  orphaned: 'bad',
  interrupted: 'bad',
  timedOut: 'bad',
  skipped: 'quiet',
  cancelled: 'quiet',
}
/** A field that says where a record stands. */
export const isState = (name: string) => /(state|status|statusCode)$/i.test(name)
export const toneOf = (state: string): Tone => tones[state] ?? 'good'
