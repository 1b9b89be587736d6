const units = ['kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Bytes as people read them: three digits at most, in steps of 1024. */
export function sizeOf(bytes: number, language: string): string {
  let value = bytes / 1024
  let at = 0
  while (value >= 1000 && at < units.length - 1) {
    value /= 1024
    at++
  }
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[at]!,
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value)
}
