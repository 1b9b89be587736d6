import { theme as antdTheme, type MappingAlgorithm, type ThemeConfig } from 'antd'
import { defaultTheme } from '#contract/account/tenant.ts'
import { green, neutral, type Colours, type Look } from './theme-colours.ts'
import { contrast, forContrast, forDark, highContrast, leastContrast, mix } from './theme-rules.ts'

/** A colour laid thinly on the ground, as thickly as text of that colour and errors stay readable. */
function groundUnder(colour: string, look: Look, most: number): string {
  const { colorBgContainer: ground, colorError } = neutral[look]
  const inks = [colour, colorError]
  for (let share = most; share > 0; share -= 0.005) {
    const mixed = mix(ground, colour, share)
    if (inks.every((ink) => contrast(ink, mixed) >= leastOf(look))) return mixed
  }
  return ground
}

const leastOf = (look: Look) => (look.endsWith('High') ? highContrast : leastContrast)

function shadesOf(primary: string, look: Look): (typeof green)['light'] {
  if (primary.toLowerCase() === defaultTheme.themeColor) return green[look]
  const ground = neutral[look].colorBgContainer
  const isDark = look.startsWith('dark')
  const isHigh = look.endsWith('High')
  const seen = isDark ? forDark(primary) : primary
  const colour = isHigh ? forContrast(seen, neutral[look].colorFillTertiary) : seen
  const towards = isDark ? '#ffffff' : '#000000'
  return {
    colorPrimary: colour,
    colorPrimaryHover: mix(colour, towards, 0.15),
    // In high contrast nothing that is pressed fades into its ground.
    colorPrimaryActive: isHigh ? colour : mix(colour, '#000000', 0.15),
    colorPrimaryBg: groundUnder(colour, look, isDark ? 0.12 : 0.08),
    colorPrimaryBgHover: groundUnder(colour, look, isDark ? 0.16 : 0.11),
    colorPrimaryBorder: isHigh ? colour : mix(ground, colour, 0.35),
  }
}

/**
 * antd's algorithms dim what they are given; our table is laid over their result. In one function:
 * antd keeps themes by their algorithms, and loses what begins with `defaultAlgorithm` once that is
 * made anew on its own, as a print sheet does.
 */
const exact =
  (base: MappingAlgorithm, mine: Colours): MappingAlgorithm =>
  (seed, map) => ({ ...base(seed, map), ...mine })

/**
 * antd's tokens for one colour and appearance. Text has a contrast of at least 4.5:1 on every
 * ground it stands on (docs/specification.md 4.9); in high contrast 7:1, and borders as well.
 */
export function tokensOf(primary: string, isDark: boolean, isHigh = false): ThemeConfig {
  const appearance = isDark ? 'dark' : 'light'
  const look: Look = isHigh ? `${appearance}High` : appearance
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
    colorSuccessBg: isHigh ? green[look].colorPrimaryBg : isDark ? '#1b3323' : '#e5f3e8',
    colorSuccessBorder: green[look].colorPrimaryBorder,
  }
  const shadow = isHigh
    ? 'none'
    : isDark
      ? '0 0 0 1px #38423a, 0 12px 32px #0009'
      : '0 1px 2px #18211b14, 0 8px 24px #18211b1f'
  return {
    // One name for the variables, so that our own style sheets read antd's colours.
    cssVar: { key: 'furrow' },
    hashed: false,
    algorithm: exact(isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm, mapped),
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
      Form: { itemMarginBottom: 20, verticalLabelPadding: '0 0 4px' },
      Input: {
        paddingInline: 10,
        activeShadow: isHigh
          ? `0 0 0 3px ${shades.colorPrimary}`
          : `0 0 0 2px ${shades.colorPrimaryBg}`,
      },
      Modal: { titleFontSize: 16 },
      Pagination: { itemActiveBg: shades.colorPrimaryBg },
      Segmented: {
        trackBg: colours.colorFillTertiary,
        itemSelectedBg: colours.colorBgContainer,
      },
      // What a switch says while it is off stands on this (antd: 1.83:1).
      Switch: {
        colorTextQuaternary: colours.colorTextTertiary,
        colorTextTertiary: colours.colorTextSecondary,
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
