import { StrictMode, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { exchangeCode, takeExchangeCode } from '#src/api/exchange-code.ts'
import { followOtherTabs } from '#src/api/session.ts'
import { isSignInPath } from '#src/lib/safe-path.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { offerReload, showFailure } from './boot-failure.ts'

// Before anything else can send a request (quality H2).
const code = takeExchangeCode()
const isBeforeSignIn = isSignInPath(location.pathname)

if (!isBeforeSignIn) followOtherTabs()

// A chunk of a release that is no longer there, or a network that is not: never a white page.
window.addEventListener('vite:preloadError', () => {
  offerReload()
})

// Two functions, not one `? :`: the minifier folds its branches into one preload, and Vite 8 then loads the
// console's files on the sign-in page instead of its own.
const load: Record<'signIn' | 'console', () => Promise<{ default: ComponentType }>> = {
  signIn: () => import('./shell/sign-in/SignInRoot.tsx'),
  console: () => import('./App.tsx'),
}

async function start(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  const [{ default: Page }] = await Promise.all([
    load[isBeforeSignIn ? 'signIn' : 'console'](),
    startI18n(isBeforeSignIn ? ['sign-in'] : ['common', 'shell', 'errors']),
    code && exchangeCode(code),
  ])
  createRoot(root, { onUncaughtError: (error) => showFailure(error) }).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}

start().catch(showFailure)
