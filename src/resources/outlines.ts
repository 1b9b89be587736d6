import type { Outline } from '#src/kit/definition/outline.ts'
import { definitions } from './index.ts'

/**
 * Every screen as it is known from the start. A build writes their outlines here instead, each with
 * what fetches its domain (scripts/outlines.ts); nobody else imports all definitions.
 */
export const outlines: readonly Outline[] = definitions
