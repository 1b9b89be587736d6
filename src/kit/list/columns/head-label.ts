import type { Entity } from '#contract/entity.ts'
import { fieldLabel, type Translate } from '#src/kit/definition/label.ts'

/** A column's name, with the unit that its figures have. */
export function headLabel(t: Translate, entity: Entity, name: string): string {
  const label = fieldLabel(t, entity, name)
  const { unit } = entity.fields[name]!
  return unit
    ? t('kit:list.inUnit', {
        name: label,
        unit: t(`common:units.${unit}`, { defaultValue: unit }),
      })
    : label
}
