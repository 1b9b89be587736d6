/**
 * The hues of charts, in the order in which they are used: as far from each other as can be, and
 * 3:1 at least on the card that they lie on (docs/design.md).
 */
export const chartColours = {
  light: [
    '#1f3cbb',
    '#c18533',
    '#419f8f',
    '#ac76f6',
    '#6c6d00',
    '#a42c74',
    '#0c72b5',
    '#384f2f',
    '#e0459f',
    '#4b1d5c',
    '#2a9a3a',
    '#7a3cf0',
  ],
  dark: [
    '#5770f5',
    '#f2a01e',
    '#89c2a5',
    '#fddbff',
    '#918118',
    '#cf43a0',
    '#19b0fc',
    '#9afb86',
    '#b98af5',
    '#e2552f',
    '#1f8f9a',
    '#c9d24a',
  ],
} as const
/** Levels that are drawn across a curve. */
export const levelColours = {
  light: { bad: '#c0251e', warn: '#8f5300', quiet: '#626e65' },
  dark: { bad: '#f58a82', warn: '#e3b04b', quiet: '#95a198' },
} as const

/** What the charts of one appearance are drawn with. */
export function chartLook(appearance: string) {
  const name = appearance === 'dark' ? 'dark' : 'light'
  const colours = chartColours[name]
  const { quiet } = levelColours[name]
  return {
    colours,
    levels: levelColours[name],
    theme: {
      type: name === 'dark' ? 'classicDark' : 'classic',
      color: colours[0],
      category10: [...colours],
      category20: [...colours],
      // The library's own are too pale to be read.
      axis: { labelFill: quiet, labelOpacity: 1, titleFill: quiet, titleOpacity: 1 },
    },
  }
}
