import { expect, test } from 'vitest'
import { defaultTheme, layouts } from '#contract/account/tenant.ts'
import { contrast, forDark, inkOn, isReadable, presets, shows } from '#src/shell/theme-rules.ts'
import { parseTheme } from '#src/shell/theme-store.ts'
import { tokensOf } from '#src/shell/theme-tokens.ts'

test('options show only where they mean something', () => {
  const by = (rule: keyof typeof shows) =>
    layouts.filter((layout) => shows[rule]({ ...defaultTheme, layout }))
  expect(by('menuWidth')).toEqual(['subfield', 'lengthway'])
  expect(by('subfieldStyle')).toEqual(['float', 'subfield'])
  expect(shows.labelOptions({ ...defaultTheme, label: 0 })).toBe(false)
})

test('every colour on offer can be read, light and dark', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(isReadable(defaultTheme.themeColor)).toBe(true)
  expect(isReadable('#52c41a')).toBe(false)
  expect(isReadable('green')).toBe(false)
  for (const colour of presets) {
    expect([
      colour,
      isReadable(colour),
      contrast(forDark(colour), '#141414') >= 4.5,
      contrast(inkOn(colour), colour) >= 4.5,
    ]).toEqual([colour, true, true, true])
  }
})

test('what a switch says while it is off can be read, light and dark', () => {
  for (const [isDark, ground, ink] of [
    [false, 255, '#ffffff'],
    [true, 20, '#10140e'],
  ] as const) {
    const [, level, share] = /rgba\((\d+),\d+,\d+,([.\d]+)\)/.exec(
      String(tokensOf(defaultTheme.themeColor, isDark).components?.Switch?.colorTextQuaternary),
    )!
    const grey = Math.round(ground + (Number(level) - ground) * Number(share))
      .toString(16)
      .padStart(2, '0')
    expect(contrast(`#${grey.repeat(3)}`, ink)).toBeGreaterThanOrEqual(4.5)
  }
})

test('links and warnings can be read in rows that are chosen', () => {
  for (const colour of presets) {
    for (const isDark of [false, true]) {
      const { colorPrimaryBg, colorPrimaryBgHover, colorError, colorPrimary } = tokensOf(
        colour,
        isDark,
      ).token!
      for (const ground of [colorPrimaryBg!, colorPrimaryBgHover!])
        for (const ink of [colorPrimary!, colorError!])
          expect([colour, isDark, ink, contrast(ink, ground) >= 4.5]).toEqual([
            colour,
            isDark,
            ink,
            true,
          ])
    }
  }
})

test('a stored theme is completed, and one that cannot be read is the default', () => {
  expect(parseTheme('{"layout":"float"}')).toEqual({ ...defaultTheme, layout: 'float' })
  expect(parseTheme('{"layout":"spiral"}')).toEqual(defaultTheme)
  expect(parseTheme(null)).toEqual(defaultTheme)
})
