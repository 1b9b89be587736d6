import { afterEach, expect, test, vi } from 'vitest'
import { showFirstLook } from '#src/lib/first-look.ts'

afterEach(() => {
  localStorage.clear()
  vi.unstubAllGlobals()
})
const systemIs = (look: 'light' | 'dark') =>
  vi.stubGlobal('matchMedia', () => ({ matches: look === 'dark' }))
const looks = (kept: string | null, isBeforeSignIn = false) => {
  if (kept === null) localStorage.removeItem('theme')
  else localStorage.setItem('theme', kept)
  showFirstLook(isBeforeSignIn)
  return document.documentElement.dataset.appearance
}

test('the first page is as dark as the theme of the last visit', () => {
  systemIs('light')
  expect(looks('{"appearance":"dark"}')).toBe('dark')
  expect(
    ['{"appearance":"system"}', '{"appearance":"light"}', null].map((kept) => looks(kept)),
  ).toEqual(['light', 'light', 'light'])
  systemIs('dark')
  expect(looks('{"appearance":"system"}')).toBe('dark')
  expect(
    ['{"appearance":"light"}', '{}', 'null', 'no theme', null].map((kept) => looks(kept)),
  ).toEqual(['light', 'light', 'light', 'light', 'light'])
})

test('the sign-in page goes by the system', () => {
  systemIs('dark')
  expect(looks('{"appearance":"light"}', true)).toBe('dark')
  systemIs('light')
  expect(looks('{"appearance":"dark"}', true)).toBe('light')
})
