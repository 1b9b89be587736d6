import type { Entity } from '#contract/entity.ts'
import { fieldLabel, type Translate } from '#src/kit/definition/label.ts'

/** Lengths of time are kept in these and told in words, each in what suits it. */
const inWords: ReadonlySet<string> = new Set(['second', 'ms'])

/** A column's name, with the unit that its figures have. */
export function headLabel(t: Translate, entity: Entity, name: string): string {
  const label = fieldLabel(t, entity, name)
  const { unit } = entity.fields[name]!
  return unit && !inWords.has(unit)
    ? t('kit:list.inUnit', {
        name: label,
        unit: t(`common:units.${unit}`, { defaultValue: unit }),
      })
    : label
}
