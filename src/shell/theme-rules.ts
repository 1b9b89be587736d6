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
const leastContrast = 4.5
export const isReadable = (hex: string) =>
  /^#[\da-f]{6}$/i.test(hex) && contrast(hex, '#ffffff') >= leastContrast

/** The same colour, light enough to read on a dark ground. */
export function forDark(hex: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
  const text = () => `#${channels.map((c) => Math.round(c).toString(16).padStart(2, '0')).join('')}`
  // antd's dark palette dims what it is given, so it is given more than 4.5:1.
  while (contrast(text(), '#141414') < 8.5) channels = channels.map((c) => c + (255 - c) * 0.1)
  return text()
}
const channel = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
/** A colour laid thinly on a ground: what chosen rows stand on. */
export const tint = (hex: string, share: number, ground = '#ffffff') =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(channel(ground, at) + (channel(hex, at) - channel(ground, at)) * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
/** Ink for a ground of any colour. */
export const inkOn = (hex: string) =>
  contrast(hex, '#ffffff') >= contrast(hex, '#1f1f1f') ? '#ffffff' : '#1f1f1f'

export const presets = [
  '#237804',
  '#1b7a33',
  '#00706b',
  '#0958d9',
  '#391085',
  '#9e1068',
  '#a8071a',
  '#874d00',
] as const
