import { theme as antdTheme, type ThemeConfig } from 'antd'
import { forDark, tint } from './theme-rules.ts'

/**
 * Contrast of at least 4.5:1, where antd's own tokens have 2.2 to 4.1 (docs/specification.md 4.9).
 */
export function tokensOf(primary: string, isDark: boolean): ThemeConfig {
  const green = isDark ? forDark('#237804') : '#237804'
  const colour = isDark ? forDark(primary) : primary
  return {
    // One name for the variables, so that our own style sheets read antd's colours.
    cssVar: { key: 'furrow' },
    hashed: false,
    algorithm: isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: colour,
      colorLink: colour,
      colorSuccess: green,
      // Links stand on the grounds in chosen rows: antd's own leave 2.7:1.
      ...(isDark
        ? {
            colorPrimaryBg: tint(colour, 0.05, '#141414'),
            colorPrimaryBgHover: tint(colour, 0.065, '#141414'),
            colorError: '#f37370',
            colorWarning: '#e8b339',
            colorInfo: '#65a9f3',
            colorTextLightSolid: '#10140e',
            colorTextDescription: 'rgba(255,255,255,.68)',
            colorTextTertiary: 'rgba(255,255,255,.62)',
            colorTextPlaceholder: 'rgba(255,255,255,.6)',
          }
        : {
            colorPrimaryBg: tint(primary, 0.07),
            colorPrimaryBgHover: tint(primary, 0.1),
            colorError: '#cf1322',
            colorWarning: '#ad6800',
            colorInfo: '#0958d9',
            colorTextDescription: 'rgba(0,0,0,.65)',
            colorTextTertiary: 'rgba(0,0,0,.6)',
            colorTextPlaceholder: 'rgba(0,0,0,.58)',
          }),
    },
    // What a switch says while it is off stands on this (antd: 1.83:1).
    components: {
      Switch: {
        colorTextQuaternary: isDark ? 'rgba(255,255,255,.55)' : 'rgba(0,0,0,.58)',
        colorTextTertiary: isDark ? 'rgba(255,255,255,.65)' : 'rgba(0,0,0,.65)',
      },
    },
  }
}
