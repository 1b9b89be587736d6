/**
 * Of the unified social credit code: digits, and letters without those that look like them (GB
 * 32100-2015).
 */
const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const length = 18

/**
 * The last sign of a unified social credit code, worked out from those before it; null where one of
 * them is none.
 */
export function checkSign(code: string): string | null {
  let sum = 0
  let weight = 1
  for (const sign of code.slice(0, length - 1)) {
    const value = signs.indexOf(sign)
    if (value < 0) return null
    sum += value * weight
    weight = (weight * 3) % signs.length
  }
  return signs[(signs.length - (sum % signs.length)) % signs.length]!
}

/**
 * Whether a number may be one: of 18 signs the last must follow from the others; older and other
 * numbers have none.
 */
export const isCreditCode = (text: string): boolean =>
  text.length !== length || checkSign(text) === text[length - 1]
