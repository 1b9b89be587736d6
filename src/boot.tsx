import { StrictMode, type ComponentType } from 'react'
import { createRoot } from 'react-dom/client'
import { followOtherTabs } from '#src/api/session.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { showFailure } from './boot-failure.ts'

export interface Page {
  default: ComponentType
  /** Settles when the page has what it needs to draw more than nothing; never rejects. */
  ready?: () => Promise<unknown>
}
interface Start {
  loadPage: () => Promise<Page>
  texts: string[]
  isBeforeSignIn: boolean
}

/** Puts the page in the place of the picture that the HTML showed. */
export async function boot({ loadPage, texts, isBeforeSignIn }: Start): Promise<void> {
  const root = document.getElementById('root')
  if (!root) return
  if (!isBeforeSignIn) followOtherTabs()
  const starting = startI18n(texts)
  const { default: Page, ready } = await loadPage()
  await Promise.all([starting, ready?.()])
  createRoot(root, {
    onUncaughtError: (error) => showFailure(error),
    // What was drawn again after a failure is reported as the failure that it was.
    onRecoverableError: (error) => reportError((error as Error).cause ?? error),
  }).render(
    <StrictMode>
      <Page />
    </StrictMode>,
  )
}
