import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { currentLanguage, setLanguage, startI18n } from '#src/providers/i18n.ts'
import { i18nProvider, namespaceOf } from '#src/providers/refine-i18n.ts'

const asCode = { ns: 'errors', keySeparator: false, nsSeparator: false } as const
beforeAll(async () => {
  localStorage.clear()
  await startI18n(['sign-in'])
})

it('starts in Chinese with only what was asked for', () => {
  expect(currentLanguage()).toBe('zh-CN')
  expect(i18next.t('signIn.title')).toBe('登录')
  expect(i18next.hasResourceBundle('zh-CN', 'errors')).toBe(false)
  expect(i18next.hasResourceBundle('en-US', 'sign-in')).toBe(false)
})
it('reads codes with dots as they are', async () => {
  await i18next.loadNamespaces('errors')
  expect(i18next.t('tip.403', asCode)).toContain('没有权限')
  expect(i18next.t('hiam.warn.user.loginNameExists', asCode)).toBe('该手机号已注册')
})
it('changes in place, is remembered and tells the document', async () => {
  await setLanguage('en-US')
  expect(i18next.t('signIn.title')).toBe('Sign in')
  expect(i18next.t('tip.403', asCode)).toMatch(/^No permissions!/)
  expect(i18next.t('tip.503', asCode)).toBe('Service invalid, please contact administrator.')
  expect([localStorage.getItem('language'), document.documentElement.lang]).toEqual([
    'en-US',
    'en-US',
  ])
})
it('finds an entity’s words in its module and refine’s own in common', async () => {
  expect(namespaceOf('area.fields.name')).toBe('farm')
  expect(namespaceOf('buttons.save')).toBe('common')
  expect(i18nProvider.translate('no.such.key', undefined, 'as is')).toBe('as is')
  expect(i18nProvider.translate('no.such.key', 'as is')).toBe('as is')
  await i18nProvider.changeLocale('xx')
  expect(i18nProvider.getLocale()).toBe('en-US')
})
