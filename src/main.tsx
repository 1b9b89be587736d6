import type { SharedKind } from '#contract/shared-links.ts'
import { sendFirst } from '#src/api/first-requests.ts'
import { chosenBase, takeAddressBase } from '#src/lib/chosen-base.ts'
import { dropAddressToken } from '#src/lib/address-token.ts'
import { showFirstLook } from '#src/lib/first-look.ts'
import { storedLanguage } from '#src/lib/language.ts'
import { isSignInPath, sharedKindAt } from '#src/lib/safe-path.ts'
import { consoleTexts, loadTexts, sharedTexts, signInTexts } from '#src/providers/texts.ts'
import type { Page } from './boot.tsx'
import { offerReload, showFailure } from './boot-failure.ts'

// The entry holds no library: it sets everything on its way at once, and what it sets on its way it
// does not wait for.

// Before anything else can send a request (docs/specification.md 2.8).
dropAddressToken()
takeAddressBase()
const isBeforeSignIn = isSignInPath(location.pathname)
showFirstLook(isBeforeSignIn)
const sharedKind = sharedKindAt(location.pathname)

// A chunk of a release that is no longer there, or a network that is not: never a white page.
window.addEventListener('vite:preloadError', () => {
  offerReload()
})

// Two functions, not one `? :`: the minifier folds its branches into one preload, and Vite 8 then
// loads the
// console's files on the sign-in page instead of its own.
const load: Record<'signIn' | 'console', () => Promise<Page>> = {
  signIn: () => import('./shell/sign-in/SignInRoot.tsx'),
  console: () => import('./App.tsx'),
}
/** What public links lead to: each kind its page, and the texts it needs. */
const shared: Record<SharedKind, { page: () => Promise<Page>; texts: string[] }> = {
  camera: { page: () => import('./features/camera/shared/SharedPage.tsx'), texts: sharedTexts },
}

/**
 * What the server knows of the address: the request of the list it names, and where its texts are
 * (server/http/static.ts).
 */
const list = document.querySelector<HTMLMetaElement>('meta[name="furrow-list"]')
// What stands on bases is asked of the one that is chosen.
const firstAsked = (address: string, placed: string | undefined) => {
  const base = placed === undefined ? null : chosenBase()
  return base === null ? address : `${address}${address.includes('?') ? '&' : '?'}base=${base}`
}
// With a query the list asks something else, which its own code will know.
if (!isBeforeSignIn)
  sendFirst(
    '/iam/stong/v1/users/self',
    location.search || !list ? undefined : firstAsked(list.content, list.dataset.placed),
  )

const module = list?.dataset.module
const texts = sharedKind
  ? shared[sharedKind].texts
  : isBeforeSignIn
    ? signInTexts
    : module
      ? [...consoleTexts, module]
      : consoleTexts
for (const namespace of texts) loadTexts(storedLanguage(), namespace).catch(() => undefined)

const loadPage = sharedKind ? shared[sharedKind].page : load[isBeforeSignIn ? 'signIn' : 'console']
loadPage().catch(() => undefined)
import('./boot.tsx')
  .then(({ boot }) => boot({ loadPage, texts, isBeforeSignIn }))
  .catch(showFailure)
