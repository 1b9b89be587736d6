import { describe, expect, it } from 'vitest'
import { sharedAddress, sharedKinds } from '#contract/shared-links.ts'
import { isSignInPath, safePath, sharedKindAt } from '#src/lib/safe-path.ts'

const elsewhere = [
  '',
  ' ',
  '//evil.example',
  '///evil.example',
  '////evil.example',
  '/\\evil.example',
  '/\\/evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\tevil',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '/ /evil.example',
  '/%09/evil.example',
  '/%0a/evil.example',
  '/%0d/evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/%5Cevil.example',
  '/%252f/evil.example',
  '/%25252f%25252fevil.example',
  '/%2509/evil.example',
  '/%00/evil',
  '/web/%0d%0aSet-Cookie:x=1',
  'http://evil.example',
  'https://evil.example/web',
  'HTTPS://evil.example',
  'http:evil.example',
  'https:/evil.example',
  'ftp://evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'javascript://%0aalert(1)',
  'data:text/html,<script>1</script>',
  'vbscript:x',
  'blob:http://evil.example/1',
  'evil.example',
  'web/farm/home',
  '?next=//evil.example',
  '#//evil.example',
  '@evil.example',
  '/..//evil.example',
  '/../evil',
  '/web/../../x',
  '/web/%2e%2e//evil.example',
  '/%E0%A4%A',
  '/\u0000',
  '/./\\evil.example',
  `/${'a'.repeat(3000)}`,
]
const here = [
  ['/', '/'],
  ['/web/farm/home', '/web/farm/home'],
  ['/web/farm/task?page=2&name=a%20b', '/web/farm/task?page=2&name=a%20b'],
  ['/web/user?type=a#tab', '/web/user?type=a#tab'],
  [
    '/inventory/base/product?next=https%3A%2F%2Fevil.example',
    '/inventory/base/product?next=https%3A%2F%2Fevil.example',
  ],
  ['/web/%E5%9C%B0%E5%9D%97', '/web/%E5%9C%B0%E5%9D%97'],
  ['/web/a%20b', '/web/a%20b'],
] as const

describe('where a redirect may lead', () => {
  it('knows at least forty ways to somewhere else', () =>
    expect(elsewhere.length).toBeGreaterThanOrEqual(40))
  it.each(elsewhere)('refuses %j', (text) => expect(safePath(text)).toBeNull())
  it.each(here)('keeps %j', (text, path) => expect(safePath(text)).toBe(path))
  it('takes what is missing for nothing', () => {
    expect(safePath(null)).toBeNull()
    expect(safePath(undefined)).toBeNull()
  })
  it('knows the pages before sign-in', () => {
    expect(isSignInPath('/login/')).toBe(true)
    expect(isSignInPath('/forgetPassword')).toBe(true)
    expect(isSignInPath('/web/login')).toBe(false)
  })
})

describe('links for people without an account', () => {
  it('are told by their kind, and ask for no sign-in', () => {
    for (const kind of sharedKinds) {
      const { pathname, hash } = new URL(sharedAddress(kind, '7.key'), 'https://furrow.example')
      expect([sharedKindAt(pathname), sharedKindAt(`${pathname}/`), hash]).toEqual([
        kind,
        kind,
        '#7.key',
      ])
      expect(isSignInPath(pathname)).toBe(true)
    }
    expect([sharedKindAt('/share'), sharedKindAt('/share/camera/1'), sharedKindAt('/')]).toEqual([
      null,
      null,
      null,
    ])
  })
})
