import { theme as antdTheme } from 'antd'
import { expect, test } from 'vitest'
import { defaultTheme, layouts, theme } from '#contract/account/tenant.ts'
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
      contrast(forDark(colour), '#191f1a') >= 7.5,
      contrast(inkOn(colour), colour) >= 4.5,
    ]).toEqual([colour, true, true, true])
  }
})

/** What antd makes of our table: its algorithms, ours over them. */
function mappedOf(colour: string, isDark: boolean, isHigh = false): Record<string, string> {
  const tokens = tokensOf(colour, isDark, isHigh)
  return antdTheme.getDesignToken(tokens) as unknown as Record<string, string>
}

test('what a switch says while it is off can be read, light and dark', () => {
  for (const isDark of [false, true]) {
    const { components, token } = tokensOf(defaultTheme.themeColor, isDark)
    const ground = String(components?.Switch?.colorTextQuaternary)
    expect(contrast(ground, String(token?.colorTextLightSolid))).toBeGreaterThanOrEqual(4.5)
  }
})

test('texts and states can be read on every ground they stand on', () => {
  const inks = ['Text', 'TextSecondary', 'TextTertiary', 'Primary', 'Warning', 'Error', 'Info']
  for (const [isHigh, least] of [
    [false, 4.5],
    [true, 7],
  ] as const)
    for (const [colour, isDark] of presets.flatMap(
      (one) =>
        [
          [one, false],
          [one, true],
        ] as const,
    )) {
      const is = mappedOf(colour, isDark, isHigh)
      const pairs = [
        ...inks.flatMap((ink) =>
          ['BgContainer', 'BgLayout', 'BgElevated'].map((ground) => [ink, ground]),
        ),
        ...['Success', 'Warning', 'Error', 'Info'].map((state) => [state, `${state}Bg`]),
        ...['Primary', 'Error', 'Text'].flatMap((ink) => [
          [ink, 'PrimaryBg'],
          [ink, 'PrimaryBgHover'],
          [ink, 'FillTertiary'],
        ]),
        ['TextLightSolid', 'Primary'],
        ['TextLightSolid', 'Error'],
      ]
      const faint = pairs.filter(
        ([ink, ground]) => contrast(is[`color${ink}`]!, is[`color${ground}`]!) < least,
      )
      expect([colour, isDark, isHigh, faint]).toEqual([colour, isDark, isHigh, []])
    }
})

test('a stored theme is completed, and one that cannot be read is the default', () => {
  expect(parseTheme('{"layout":"float"}')).toEqual({ ...defaultTheme, layout: 'float' })
  expect(parseTheme('{"layout":"spiral"}')).toEqual(defaultTheme)
  expect(parseTheme(null)).toEqual(defaultTheme)
})

test('in high contrast borders stand out from every ground at 7:1, and nothing is told by a shadow', () => {
  for (const isDark of [false, true]) {
    const is = mappedOf(defaultTheme.themeColor, isDark, true)
    for (const line of ['Border', 'BorderSecondary', 'PrimaryBorder', 'ErrorBorder'])
      for (const ground of ['BgContainer', 'BgLayout', 'BgElevated', 'FillTertiary'])
        expect(contrast(is[`color${line}`]!, is[`color${ground}`]!)).toBeGreaterThanOrEqual(7)
    expect(is.boxShadow).toBe('none')
  }
})

test('a theme from before there was a choice of contrast is still one', () => {
  const { contrast: _contrast, ...before } = defaultTheme
  expect(theme.parse(before)).toEqual(defaultTheme)
  expect(parseTheme(JSON.stringify(before))).toEqual(defaultTheme)
  expect(parseTheme('{"contrast":"high"}').contrast).toBe('high')
})

test('colours are tried for as long as somebody likes, and printed in between', () => {
  const paper = antdTheme.getDesignToken({ algorithm: antdTheme.defaultAlgorithm })
  for (let i = 0; i < 80; i++) {
    const colour = `#1b7a${(i + 16).toString(16)}`
    expect(mappedOf(colour, i % 8 === 7).colorPrimaryBg).toBe(
      mappedOf(colour, i % 8 === 7).colorPrimaryBg,
    )
    expect(antdTheme.getDesignToken({ algorithm: antdTheme.defaultAlgorithm })).toEqual(paper)
  }
})
