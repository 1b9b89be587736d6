import { ConfigProvider, type ThemeConfig } from 'antd'
import type { Locale } from 'antd/es/locale'
import { useEffect, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Contrast of at least 4.5:1, where antd's own tokens have 2.2 to 4.1 (quality §5). */
export const tokens: ThemeConfig = {
  // One name for the variables, so that our own style sheets read antd's colours.
  cssVar: { key: 'furrow' },
  hashed: false,
  token: {
    colorPrimary: '#237804', colorLink: '#237804', colorSuccess: '#237804', colorError: '#cf1322', colorWarning: '#ad6800', colorInfo: '#0958d9',
    colorTextDescription: 'rgba(0,0,0,.65)', colorTextTertiary: 'rgba(0,0,0,.6)', colorTextPlaceholder: 'rgba(0,0,0,.58)',
  },
}
const locales: Readonly<Record<string, () => Promise<{ default: Locale }>>> = {
  'zh-CN': () => import('antd/es/locale/zh_CN').then((locale) => import('dayjs/locale/zh-cn').then(() => locale)),
  'en-US': () => import('antd/es/locale/en_US'),
}

export function Theme({ children }: { children: ReactNode }) {
  const { language } = useTranslation().i18n
  const [locale, setLocale] = useState<Locale>()
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
  useEffect(() => document.documentElement.classList.add('furrow'), [])
  return <ConfigProvider theme={tokens} locale={locale}>{children}</ConfigProvider>
}
