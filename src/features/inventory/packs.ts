import type { Pack } from '#contract/inventory/product-unit.ts'

const formats = new Map<string, Intl.NumberFormat>()
function number(value: number, language: string): string {
  let format = formats.get(language)
  if (!format)
    formats.set(language, (format = new Intl.NumberFormat(language, { maximumFractionDigits: 3 })))
  return format.format(value)
}

/** A quantity in the further units of its product; empty where it has none. */
export const packsText = (
  packs: unknown,
  unitName: (name: unknown) => string,
  language: string,
): string =>
  (Array.isArray(packs) ? (packs as Pack[]) : [])
    .map(({ quantity, unitIdName }) => `${number(quantity, language)} ${unitName(unitIdName)}`)
    .join(' · ')
/** The same behind a quantity of the stock unit. */
export const quantityText = (
  quantity: unknown,
  unit: unknown,
  packs: unknown,
  unitName: (name: unknown) => string,
  language: string,
): string => {
  const more = packsText(packs, unitName, language)
  return [number(Number(quantity), language), unitName(unit), more && `(${more})`]
    .filter(Boolean)
    .join(' ')
}
