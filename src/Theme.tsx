import { ConfigProvider } from 'antd'
import type { Locale } from 'antd/es/locale'
import english from 'antd/es/locale/en_US'
import chinese from 'antd/es/locale/zh_CN'
import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentTheme, onTheme } from '#src/shell/theme-store.ts'
import { tokensOf } from '#src/shell/theme-tokens.ts'

const locales: Readonly<Record<string, Locale>> = { 'zh-CN': chinese, 'en-US': english }

/** Two letters of Chinese stand as they are written. */
const button = { autoInsertSpace: false }

const prefersDark = matchMedia('(prefers-color-scheme: dark)')
const onScheme = (listener: () => void) => {
  prefersDark.addEventListener('change', listener)
  return () => prefersDark.removeEventListener('change', listener)
}

export function Theme({ children }: { children: ReactNode }) {
  const {
    t,
    i18n: { language },
  } = useTranslation('common')
  const { themeColor, appearance } = useSyncExternalStore(onTheme, currentTheme)
  const systemIsDark = useSyncExternalStore(onScheme, () => prefersDark.matches)
  const isDark = appearance === 'dark' || (appearance === 'system' && systemIsDark)
  const tokens = useMemo(() => tokensOf(themeColor, isDark), [themeColor, isDark])
  useEffect(() => {
    document.documentElement.classList.add('furrow')
    document.documentElement.dataset.appearance = isDark ? 'dark' : 'light'
  }, [isDark])
  // antd's dialogs call their cross "Close" in every language.
  const modal = useMemo(() => ({ closable: { 'aria-label': t('common:buttons.close') } }), [t])
  return (
    <ConfigProvider theme={tokens} locale={locales[language]} modal={modal} button={button}>
      {children}
    </ConfigProvider>
  )
}
