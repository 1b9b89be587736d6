import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Frame } from './Frame.tsx'
import { usePath } from './navigation.ts'
import { SignInPage } from './SignInPage.tsx'

// Most visitors only sign in: the other pages come when they are opened.
const RegisterPage = lazy(async () => ({
  default: (await import('./RegisterPage.tsx')).RegisterPage,
}))
const ForgetPasswordPage = lazy(async () => ({
  default: (await import('./ForgetPasswordPage.tsx')).ForgetPasswordPage,
}))
const InvitePage = lazy(async () => ({ default: (await import('./InvitePage.tsx')).InvitePage }))
const SeedPage = lazy(() => import('./seed/SeedPage.tsx'))
const SetupPage = lazy(async () => ({ default: (await import('./SetupPage.tsx')).SetupPage }))

const pages = {
  '/login': [SignInPage, 'signIn.title'],
  '/register': [RegisterPage, 'register.title'],
  '/forgetPassword': [ForgetPasswordPage, 'forget.title'],
  '/invite': [InvitePage, 'invite.title'],
  '/setup': [SetupPage, 'setup.title'],
} as const

/** Everything that asks for no sign-in; knows neither antd nor refine. */
export default function SignInRoot() {
  const path = usePath()
  return path === '/seed' ? (
    <Suspense>
      <SeedPage />
    </Suspense>
  ) : (
    <BeforeSignIn path={path} />
  )
}

function BeforeSignIn({ path }: { path: string }) {
  const { t } = useTranslation('sign-in')
  const [Page, title] = pages[path as keyof typeof pages] ?? pages['/login']
  const name = t(title)
  const brand = t('brand')
  useEffect(() => {
    document.title = `${name} - ${brand}`
  }, [name, brand])
  return (
    <Frame>
      <Suspense>
        <Page />
      </Suspense>
    </Frame>
  )
}
