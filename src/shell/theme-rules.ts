import type { Theme } from '#contract/account/tenant.ts'

/** Which options mean something. */
export const shows = {
  menuWidth: ({ layout }: Theme) => !['crosswise', 'synthesis', 'float'].includes(layout),
  labelOptions: ({ label }: Theme) => label === 1,
  subfieldStyle: ({ layout }: Theme) => layout === 'float' || layout === 'subfield',
}

function luminance(hex: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r = 0, g = 0, b = 0] = channels.map((c) =>
    c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
/** WCAG contrast of two colours `#rrggbb`: 1 to 21. */
export function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
/** Buttons and links need 4.5:1 on white (docs/specification.md 4.9). */
export const leastContrast = 4.5
/** What high contrast promises, of text and of borders. */
export const highContrast = 7
export const isReadable = (hex: string) =>
  /^#[\da-f]{6}$/i.test(hex) && contrast(hex, '#ffffff') >= leastContrast

const hex = (channels: readonly number[]) =>
  `#${channels.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`
const channelsOf = (text: string) =>
  [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16))

/** The same colour, light enough to read on a dark ground. */
export function forDark(colour: string): string {
  let channels = channelsOf(colour)
  while (contrast(hex(channels), '#191f1a') < 7.5)
    channels = channels.map((c) => c + (255 - c) * 0.1)
  return hex(channels)
}
/** The same colour, as far from a ground as high contrast promises. */
export function forContrast(colour: string, ground: string): string {
  const away = contrast(ground, '#ffffff') < contrast(ground, '#000000') ? '#000000' : '#ffffff'
  let far = colour
  while (contrast(far, ground) < highContrast) far = mix(far, away, 0.1)
  return far
}
/** So much of another colour in a colour: 0 leaves it, 1 is the other. */
export function mix(colour: string, other: string, share: number): string {
  const others = channelsOf(other)
  return hex(channelsOf(colour).map((c, at) => c + ((others[at] ?? c) - c) * share))
}
/** Ink for a ground of any colour. */
export const inkOn = (hex: string) =>
  contrast(hex, '#ffffff') >= contrast(hex, '#1f1f1f') ? '#ffffff' : '#1f1f1f'

export const presets = [
  '#1b7a33',
  '#237804',
  '#00706b',
  '#0958d9',
  '#391085',
  '#9e1068',
  '#a8071a',
  '#874d00',
] as const
