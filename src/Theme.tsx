import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import chinese from 'antd/es/locale/zh_CN'
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTheme, onTheme } from '#src/shell/theme-store.ts'
import { tokensOf } from '#src/shell/theme-tokens.ts'
import '#src/ui/high-contrast.css'

const locales: Readonly<Record<string, Locale>> = { 'zh-CN': chinese, 'en-US': english }

/** Two letters of Chinese stand as they are written. */
const button = { autoInsertSpace: false }

/** Whether the system asks for it, now and from now on. */
function preference(query: string): () => boolean {
  const asked = matchMedia(query)
  const on = (listener: () => void) => {
    asked.addEventListener('change', listener)
    return () => asked.removeEventListener('change', listener)
  }
  return () => useSyncExternalStore(on, () => asked.matches)
}
const usePrefersDark = preference('(prefers-color-scheme: dark)')
const usePrefersContrast = preference('(prefers-contrast: more)')
const usePrefersStillness = preference('(prefers-reduced-motion: reduce)')

export function Theme({ children }: { children: ReactNode }) {
  const {
    t,
    i18n: { language },
  } = useTranslation('common')
  const { themeColor, appearance, contrast } = useSyncExternalStore(onTheme, currentTheme)
  const systemIsDark = usePrefersDark()
  const systemHasContrast = usePrefersContrast()
  const isDark = appearance === 'dark' || (appearance === 'system' && systemIsDark)
  const isHigh = contrast === 'high' || systemHasContrast
  const isStill = usePrefersStillness()
  const tokens = useMemo(() => {
    const { token, ...others } = tokensOf(themeColor, isDark, isHigh)
    return { ...others, token: { ...token, motion: !isStill } }
  }, [themeColor, isDark, isHigh, isStill])
  useEffect(() => {
    document.documentElement.classList.add('furrow')
    document.documentElement.dataset.appearance = isDark ? 'dark' : 'light'
    document.documentElement.dataset.contrast = isHigh ? 'high' : 'usual'
  }, [isDark, isHigh])
  // antd's dialogs call their cross "Close" in every language.
  const modal = useMemo(() => ({ closable: { 'aria-label': t('common:buttons.close') } }), [t])
  return (
    <ConfigProvider theme={tokens} locale={locales[language]} modal={modal} button={button}>
      {children}
    </ConfigProvider>
  )
}
