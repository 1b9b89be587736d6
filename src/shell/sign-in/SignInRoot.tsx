import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { ForgetPasswordPage } from './ForgetPasswordPage.tsx'
import { Frame } from './Frame.tsx'
import { usePath } from './navigation.ts'
import { RegisterPage } from './RegisterPage.tsx'
import { SetupPage } from './SetupPage.tsx'
import { SignInPage } from './SignInPage.tsx'

const pages = {
  '/login': [SignInPage, 'signIn.title'],
  '/register': [RegisterPage, 'register.title'],
  '/forgetPassword': [ForgetPasswordPage, 'forget.title'],
  '/setup': [SetupPage, 'setup.title'],
} as const

/** Everything before sign-in; knows neither antd nor refine. */
export default function SignInRoot() {
  const { t } = useTranslation('sign-in')
  const path = usePath()
  const [Page, title] = pages[path as keyof typeof pages] ?? pages['/login']
  const name = t(title)
  const brand = t('brand')
  useEffect(() => {
    document.title = `${name} - ${brand}`
  }, [name, brand])
  return (
    <Frame>
      <Page />
    </Frame>
  )
}
