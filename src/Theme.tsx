import { ConfigProvider, theme as antdTheme, type ThemeConfig } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { forDark } from '#src/shell/theme-rules.ts'
import { currentTheme, onTheme } from '#src/shell/theme-store.ts'

const locales: Readonly<Record<string, () => Promise<{ default: Locale }>>> = {
  'zh-CN': () => import('antd/es/locale/zh_CN').then((locale) => import('dayjs/locale/zh-cn').then(() => locale)),
  'en-US': () => import('antd/es/locale/en_US'),
}

/** Contrast of at least 4.5:1, where antd's own tokens have 2.2 to 4.1 (quality §5). */
function tokensOf(primary: string, isDark: boolean): ThemeConfig {
  const green = isDark ? forDark('#237804') : '#237804'
  const colour = isDark ? forDark(primary) : primary
  return {
    // One name for the variables, so that our own style sheets read antd's colours.
    cssVar: { key: 'furrow' },
    hashed: false,
    algorithm: isDark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
    token: {
      colorPrimary: colour, colorLink: colour, colorSuccess: green,
      ...(isDark
        ? { colorError: '#f37370', colorWarning: '#e8b339', colorInfo: '#65a9f3', colorTextLightSolid: '#10140e', colorTextDescription: 'rgba(255,255,255,.68)', colorTextTertiary: 'rgba(255,255,255,.62)', colorTextPlaceholder: 'rgba(255,255,255,.6)' }
        : { colorError: '#cf1322', colorWarning: '#ad6800', colorInfo: '#0958d9', colorTextDescription: 'rgba(0,0,0,.65)', colorTextTertiary: 'rgba(0,0,0,.6)', colorTextPlaceholder: 'rgba(0,0,0,.58)' }),
    },
  }
}

const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const onScheme = (listener: () => void) => {
  prefersDark.addEventListener('change', listener)
  return () => prefersDark.removeEventListener('change', listener)
}

export function Theme({ children }: { children: ReactNode }) {
  const { language } = useTranslation().i18n
  const [locale, setLocale] = useState<Locale>()
  const { themeColor, appearance } = useSyncExternalStore(onTheme, currentTheme)
  const systemIsDark = useSyncExternalStore(onScheme, () => prefersDark.matches)
  const isDark = appearance === 'dark' || (appearance === 'system' && systemIsDark)
  const tokens = useMemo(() => tokensOf(themeColor, isDark), [themeColor, isDark])
  useEffect(() => {
    let isCurrent = true
    void locales[language]?.().then(async ({ default: texts }) => {
      const { default: dayjs } = await import('dayjs')
      dayjs.locale(language === 'zh-CN' ? 'zh-cn' : 'en')
      if (isCurrent) setLocale(texts)
    })
    return () => {
      isCurrent = false
    }
  }, [language])
  useEffect(() => {
    document.documentElement.classList.add('furrow')
    document.documentElement.dataset.appearance = isDark ? 'dark' : 'light'
  }, [isDark])
  return <ConfigProvider theme={tokens} locale={locale}>{children}</ConfigProvider>
}
