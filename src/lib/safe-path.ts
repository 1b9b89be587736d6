import { sharedKinds, sharedPath, type SharedKind } from '#contract/shared-links.ts'

const probe = 'http://furrow.invalid'

/**
 * Characters that browsers drop or read as a slash while they parse an address: tab, newline,
 * backslash.
 */
const treacherous = /[\u0000-\u0020\u007F\\]/

/** Decoded until it stops changing, since each hop of a redirect may decode once more. */
function decodings(text: string): string[] | null {
  const seen = [text]
  for (let round = 0; round < 4; round++) {
    let next: string
    try {
      next = decodeURIComponent(seen[seen.length - 1]!)
    } catch {
      return null
    }
    if (next === seen[seen.length - 1]) return seen
    seen.push(next)
  }
  return null
}

/**
 * A path of this very site, or null. Guards the `redirect` parameter and the stored path
 * (docs/specification.md 2.9):
 * `//x`, `/\x`, `/%09/x`, `javascript:` and `data:` all lead elsewhere.
 */
export function safePath(text: string | null | undefined): string | null {
  if (!text || text.length > 2000 || !text.startsWith('/')) return null
  const [path = ''] = text.split(/[?#]/, 1)
  const forms = decodings(path)
  if (!forms || treacherous.test(text)) return null
  for (const form of forms) {
    if (form.startsWith('//') || treacherous.test(form.replaceAll(' ', ''))) return null
    if (form.split('/').some((segment) => segment === '..')) return null
  }
  const url = new URL(text, probe)
  if (url.origin !== probe || url.pathname.startsWith('//')) return null
  return url.pathname + url.search + url.hash
}

/** Pages that ask for no sign-in: never a place to return to. */
const signInPaths = [
  '/login',
  '/register',
  '/forgetPassword',
  '/setup',
  '/invite',
  '/seed',
  ...sharedKinds.map(sharedPath),
]
const bare = (path: string) => path.replace(/\/+$/, '')
export const isSignInPath = (path: string) => signInPaths.includes(bare(path))
/** What a public link leads to, which is followed by people without an account; null: no such link. */
export const sharedKindAt = (path: string): SharedKind | null =>
  sharedKinds.find((kind) => sharedPath(kind) === bare(path)) ?? null
