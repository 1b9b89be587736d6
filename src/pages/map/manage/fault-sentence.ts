import type { holeFault } from '#contract/ground.ts'
import type { Translate } from '#src/kit/definition/label.ts'

/** What is wrong with a hole, in the words that the server has for it. */
export const faultSentence = (
  t: Translate,
  { code, ...which }: NonNullable<ReturnType<typeof holeFault>>,
): string => t(code, { ...which, ns: 'errors', keySeparator: false })
