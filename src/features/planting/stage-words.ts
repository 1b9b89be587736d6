import type { StageBy } from '#contract/planting/stages.ts'

type Translate = (key: string, options?: Record<string, unknown>) => string
interface Told {
  by?: StageBy | null | undefined
  heat?: number | null | undefined
  heatUnits?: number | null | undefined
}

/** By what a batch is said to be in its stage, and how much of its warmth has come. */
export function stageBasis(t: Translate, { by, heat, heatUnits }: Told): string {
  const isCounted = typeof heat === 'number' && Boolean(heatUnits)
  const counted = { heat, units: heatUnits }
  if (by === 'heat')
    return isCounted ? t('planting:stages.byHeat', counted) : t('planting:stages.heatOnly')
  const word = t(`planting:stages.${by === 'hand' ? 'byHand' : 'byDays'}`)
  return isCounted ? [word, t('planting:stages.soFar', counted)].join(t('planting:comma')) : word
}
/** The same where there is little room: how much of the stage's warmth has come, where it is counted. */
export const stageShare = (t: Translate, told: Told): string =>
  typeof told.heat === 'number' && told.heatUnits
    ? t('planting:stages.share', { share: Math.round((told.heat / told.heatUnits) * 100) })
    : stageBasis(t, told)
