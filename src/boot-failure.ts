import english from '#locales/en-US/boot.json'
import chinese from '#locales/zh-CN/boot.json'
import { storedLanguage } from '#src/lib/language.ts'

/** Built into the entry: when chunks cannot be loaded, neither can texts. */
const texts = () => (storedLanguage() === 'en-US' ? english : chinese)
const id = 'boot-failure'

function box(text: string, isOverPage: boolean): HTMLElement {
  const host = document.createElement('div')
  host.id = id
  host.setAttribute('role', 'alert')
  host.style.cssText = `position:fixed;z-index:9999;inset:${isOverPage ? 'auto 16px 16px' : '0'};display:flex;flex-wrap:wrap;gap:12px;align-items:center;justify-content:center;align-content:center;padding:16px;font:16px/1.5 system-ui,sans-serif;background:#fff;color:#1b2618;text-align:center;${isOverPage ? 'border-radius:8px;box-shadow:0 4px 24px #0004' : ''}`
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = texts().reload
  button.style.cssText =
    'font:inherit;min-height:44px;padding:0 20px;border:0;border-radius:6px;background:#1b7a33;color:#fff;cursor:pointer'
  button.onclick = () => location.reload()
  host.append(Object.assign(document.createElement('span'), { textContent: text }), button)
  return host
}

/**
 * A part could not be loaded, most likely because a newer release replaced it. The page stays: it
 * may hold unsaved work.
 */
export function offerReload(): void {
  if (!document.getElementById(id)) document.body.append(box(texts().outdated, true))
}

/** Nothing can be shown at all. */
export function showFailure(error: unknown): void {
  console.error(error)
  document.getElementById(id)?.remove()
  document.body.append(box(texts().failed, false))
}
