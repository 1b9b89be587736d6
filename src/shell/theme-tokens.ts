import { theme as antdTheme, type MappingAlgorithm, type ThemeConfig } from 'antd'
import { defaultTheme } from '#contract/account/tenant.ts'
import { contrast, forDark, mix } from './theme-rules.ts'

type Colours = Readonly<Record<string, string>>

/** Grounds, inks and states; the contrasts behind them are in docs/design.md. */
const neutral = {
  light: {
    colorWarning: '#8f5300',
    colorWarningText: '#8f5300',
    colorWarningBg: '#fdf0d9',
    colorWarningBorder: '#f0d29b',
    colorError: '#c0251e',
    colorErrorText: '#c0251e',
    colorErrorHover: '#a01c16',
    colorErrorActive: '#7f1510',
    colorErrorBg: '#fdebe9',
    colorErrorBgHover: '#fbdcd9',
    colorErrorBorder: '#f2b8b3',
    colorInfo: '#1a5fc4',
    colorInfoText: '#1a5fc4',
    colorInfoBg: '#e8f0fc',
    colorInfoBorder: '#b7d0f5',
    colorText: '#18211b',
    colorTextHeading: '#18211b',
    colorTextSecondary: '#4c594f',
    colorTextTertiary: '#626e65',
    colorTextQuaternary: '#87938a',
    colorBgLayout: '#f4f6f3',
    colorBgContainer: '#ffffff',
    colorBgElevated: '#ffffff',
    colorBgMask: '#0c120da6',
    colorFillSecondary: '#e6eae4',
    colorFillTertiary: '#eef1ec',
    colorFillQuaternary: '#f7f9f6',
    colorBorder: '#c5cec4',
    colorBorderSecondary: '#e3e8e1',
  },
  dark: {
    colorWarning: '#e3b04b',
    colorWarningText: '#e3b04b',
    colorWarningBg: '#382b10',
    colorWarningBorder: '#5c4718',
    colorError: '#f58a82',
    colorErrorText: '#f58a82',
    colorErrorHover: '#f8a7a1',
    colorErrorActive: '#de6f66',
    colorErrorBg: '#402020',
    colorErrorBgHover: '#4d2625',
    colorErrorBorder: '#6e3330',
    colorInfo: '#84b4f8',
    colorInfoText: '#84b4f8',
    colorInfoBg: '#1b2c47',
    colorInfoBorder: '#2f4d7c',
    colorText: '#e6ebe6',
    colorTextHeading: '#e6ebe6',
    colorTextSecondary: '#b0bbb2',
    colorTextTertiary: '#95a198',
    colorTextQuaternary: '#6f7b72',
    colorBgLayout: '#111612',
    colorBgContainer: '#191f1a',
    colorBgElevated: '#232b25',
    colorBgMask: '#000000a6',
    colorFillSecondary: '#323b34',
    colorFillTertiary: '#29312b',
    colorFillQuaternary: '#1e251f',
    colorBorder: '#465148',
    colorBorderSecondary: '#2b342d',
  },
} satisfies Record<string, Colours>

/** The default green by hand; shades of any other colour are mixed with the ground. */
const green = {
  light: {
    colorPrimary: '#1b7a33',
    colorPrimaryHover: '#15652a',
    colorPrimaryActive: '#0f5020',
    colorPrimaryBg: '#e7f3ea',
    colorPrimaryBgHover: '#dfefe3',
    colorPrimaryBorder: '#b4d9be',
  },
  dark: {
    colorPrimary: '#5ec57b',
    colorPrimaryHover: '#79d391',
    colorPrimaryActive: '#4fb46c',
    colorPrimaryBg: '#1b3323',
    colorPrimaryBgHover: '#234430',
    colorPrimaryBorder: '#2f6340',
  },
} satisfies Record<string, Colours>

/** A colour laid thinly on the ground, as thickly as text of that colour and errors stay readable. */
function groundUnder(colour: string, ground: string, most: number): string {
  const { colorError } = ground === neutral.dark.colorBgContainer ? neutral.dark : neutral.light
  const inks = [colour, colorError]
  for (let share = most; share > 0; share -= 0.005) {
    const mixed = mix(ground, colour, share)
    if (inks.every((ink) => contrast(ink, mixed) >= 4.5)) return mixed
  }
  return ground
}

function shadesOf(primary: string, look: 'light' | 'dark'): (typeof green)['light'] {
  if (primary.toLowerCase() === defaultTheme.themeColor) return green[look]
  const ground = neutral[look].colorBgContainer
  const colour = look === 'dark' ? forDark(primary) : primary
  const towards = look === 'dark' ? '#ffffff' : '#000000'
  return {
    colorPrimary: colour,
    colorPrimaryHover: mix(colour, towards, 0.15),
    colorPrimaryActive: mix(colour, look === 'dark' ? '#000000' : towards, 0.15),
    colorPrimaryBg: groundUnder(colour, ground, look === 'dark' ? 0.12 : 0.08),
    colorPrimaryBgHover: groundUnder(colour, ground, look === 'dark' ? 0.16 : 0.11),
    colorPrimaryBorder: mix(ground, colour, 0.35),
  }
}

/** antd's algorithms dim what they are given; our table is laid over their result. */
const exact =
  (mine: Colours): MappingAlgorithm =>
  (_seed, map) => ({ ...map!, ...mine })

/**
 * antd's tokens for one colour and appearance. Text has a contrast of at least 4.5:1 on every
 * ground it stands on (docs/specification.md 4.9).
 */
export function tokensOf(primary: string, isDark: boolean): ThemeConfig {
  const look = isDark ? 'dark' : 'light'
  const colours = neutral[look]
  const shades = shadesOf(primary, look)
  const success = green[look].colorPrimary
  const mapped = {
    ...colours,
    ...shades,
    colorPrimaryBorderHover: shades.colorPrimaryBorder,
    colorPrimaryText: shades.colorPrimary,
    colorPrimaryTextHover: shades.colorPrimaryHover,
    colorPrimaryTextActive: shades.colorPrimaryActive,
    colorLink: shades.colorPrimary,
    colorLinkHover: shades.colorPrimaryHover,
    colorLinkActive: shades.colorPrimaryActive,
    colorSuccess: success,
    colorSuccessText: success,
    colorSuccessBg: isDark ? '#1b3323' : '#e5f3e8',
    colorSuccessBorder: green[look].colorPrimaryBorder,
  }
  const shadow = isDark
    ? '0 0 0 1px #38423a, 0 12px 32px #0009'
    : '0 1px 2px #18211b14, 0 8px 24px #18211b1f'
  return {
    // One name for the variables, so that our own style sheets read antd's colours.
    cssVar: { key: 'furrow' },
    hashed: false,
    algorithm: [isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm, exact(mapped)],
    token: {
      fontFamily:
        'system-ui, -apple-system, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
      fontSize: 14,
      fontSizeSM: 12,
      fontSizeHeading4: 20,
      fontSizeHeading5: 16,
      lineHeightSM: 1.5,
      controlHeightSM: 28,
      controlHeightLG: 44,
      colorTextLightSolid: isDark ? '#07230f' : '#ffffff',
      colorTextDescription: colours.colorTextSecondary,
      colorTextPlaceholder: colours.colorTextTertiary,
      controlItemBgActive: shades.colorPrimaryBg,
      controlItemBgActiveHover: shades.colorPrimaryBgHover,
      controlItemBgHover: colours.colorFillTertiary,
      boxShadow: shadow,
      boxShadowSecondary: shadow,
    },
    components: {
      Button: { primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
      Card: { paddingLG: 16, headerFontSize: 16, headerHeight: 44 },
      Form: { itemMarginBottom: 16, verticalLabelPadding: '0 0 4px' },
      Input: {
        paddingInline: 10,
        activeShadow: `0 0 0 2px ${shades.colorPrimaryBg}`,
      },
      Modal: { titleFontSize: 16 },
      Pagination: { itemActiveBg: shades.colorPrimaryBg },
      Segmented: {
        trackBg: colours.colorFillTertiary,
        itemSelectedBg: colours.colorBgContainer,
      },
      // What a switch says while it is off stands on this (antd: 1.83:1).
      Switch: {
        colorTextQuaternary: isDark ? '#95a198' : '#626e65',
        colorTextTertiary: isDark ? '#b0bbb2' : '#4c594f',
      },
      Table: {
        headerBg: colours.colorFillQuaternary,
        headerColor: colours.colorTextSecondary,
        headerSplitColor: 'transparent',
        rowHoverBg: colours.colorFillQuaternary,
        rowSelectedBg: shades.colorPrimaryBg,
        rowSelectedHoverBg: shades.colorPrimaryBgHover,
        cellPaddingBlock: 8,
        cellPaddingInline: 12,
        fontWeightStrong: 500,
      },
      Tabs: { horizontalItemGutter: 24 },
      Tag: { defaultBg: colours.colorFillTertiary },
    },
  }
}
