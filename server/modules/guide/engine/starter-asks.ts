import type { Language } from '#contract/account/self.ts'
import type { OwnFieldKind } from '#contract/farm/task-asks.ts'
import { starterText } from '#server/i18n/texts.ts'

interface AskedField {
  key: string
  kind: OwnFieldKind
  unit?: string
  /** Of a choice. */
  choices?: readonly string[]
  isOptional?: true
}
interface Asked {
  /** What must be ticked, and what may be left. */
  checks: readonly string[]
  may?: readonly string[]
  fields: readonly AskedField[]
}
/** What the kinds of work that most depends on ask for; texts are in `starter.json`, by key. */
const asked: Readonly<Record<string, Asked>> = {
  SPRAY: {
    checks: ['protected', 'noRain', 'rinsed'],
    may: ['downwind'],
    fields: [
      { key: 'windSpeed', kind: 'number', unit: 'm/s' },
      { key: 'sprayVolume', kind: 'number', unit: 'L' },
      { key: 'sprayer', kind: 'choice', choices: ['knapsack', 'electric', 'pump', 'drone'] },
      { key: 'nozzle', kind: 'text', isOptional: true },
    ],
  },
  WATER: {
    checks: ['filter', 'valves'],
    fields: [
      { key: 'waterVolume', kind: 'number', unit: 'm\u00B3' },
      { key: 'pressure', kind: 'number', unit: 'MPa', isOptional: true },
      { key: 'leaks', kind: 'yesNo' },
    ],
  },
  FERT: {
    checks: ['rightFertilizer'],
    may: ['flushed'],
    fields: [
      { key: 'method', kind: 'choice', choices: ['drip', 'furrow', 'broadcast', 'foliar'] },
      { key: 'waterVolume', kind: 'number', unit: 'm\u00B3', isOptional: true },
    ],
  },
  HARVEST: {
    checks: ['intervalOver', 'cleanBaskets'],
    fields: [
      { key: 'grade', kind: 'choice', choices: ['first', 'second', 'third'] },
      { key: 'baskets', kind: 'number' },
      { key: 'waste', kind: 'number', unit: 'kg', isOptional: true },
    ],
  },
}

/** A field's name, as the starter set calls it. */
export const askedName = (key: string, language: Language) =>
  starterText(language, `asks.fields.${key}`)
/** What a kind of work asks for in a language; most ask for nothing. */
export function asksOfStarter(code: string, language: Language): Record<string, unknown> {
  const found = asked[code]
  if (!found) return {}
  const check = (requiredFlag: 0 | 1) => (key: string) => ({
    item: starterText(language, `asks.checks.${key}`),
    requiredFlag,
  })
  return {
    checklist: [...found.checks.map(check(1)), ...(found.may ?? []).map(check(0))],
    ownFields: found.fields.map(({ key, kind, unit, choices, isOptional }) => ({
      name: askedName(key, language),
      kind,
      ...(unit && { unit }),
      ...(choices && {
        choices: choices.map((one) => starterText(language, `asks.choices.${one}`)).join('\n'),
      }),
      requiredFlag: isOptional ? 0 : 1,
    })),
  }
}
