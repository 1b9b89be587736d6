/** What one of a unit of mass weighs in kilograms, by the codes that such units have. */
const kilogramsByCode: Readonly<Record<string, number>> = { kg: 1, g: 0.001, t: 1000, jin: 0.5 }

interface UnitWords {
  code: string
  enName?: string | null
}
/** What one of a unit weighs in kilograms; null where it is none of mass. */
export const massOf = ({ code, enName }: UnitWords): number | null =>
  kilogramsByCode[code.toLowerCase()] ?? (enName?.toLowerCase() === 'kilogram' ? 1 : null)

/** How goods are counted, and into what else they are packed. */
interface Counted {
  unit: UnitWords
  packs: readonly (UnitWords & { ratio: number })[]
}
/**
 * What one of the unit that goods are counted in weighs in kilograms: by itself, or because one of
 * their further units is of mass. Null where nobody said.
 */
export function weightOf({ unit, packs }: Counted): number | null {
  const own = massOf(unit)
  if (own !== null) return own
  for (const { ratio, ...pack } of packs) {
    const mass = massOf(pack)
    if (mass !== null && ratio > 0) return mass / ratio
  }
  return null
}
/** So many of them in kilograms, to the gram. */
export const inKilograms = (quantity: number, each: number): number =>
  Math.round(quantity * each * 1000) / 1000
