import type { StageRules } from '#contract/planting/stage-rules.ts'

/** What there is to say of the rules, and what the button then does. */
export function standOf({ stage, rules, standing, ending, unmeasured }: StageRules) {
  const isOld = standing.some((one) => one.enabledFlag === 1 && one.stage !== stage)
  const isDue = rules.some(({ turn }) => turn !== 'same') || ending.length > 0
  if (stage === null) return ending.length > 0 ? ({ word: 'over', act: 'stop' } as const) : null
  if (isOld) return { word: 'earlier', act: 'renew' } as const
  if (standing.some(({ enabledFlag }) => enabledFlag === 1))
    return isDue
      ? ({ word: 'changed', act: 'renew' } as const)
      : ({ word: 'standing', act: null } as const)
  if (rules.length > 0) return { word: 'ready', act: 'make' } as const
  return { word: unmeasured.length > 0 ? 'nothing' : 'none', act: null } as const
}
