import { render } from '@testing-library/react'
import { theme } from 'antd'
import { expect, test, vi } from 'vitest'

/** What the system asks for, of everything that can be asked. */
const asks = (query: string) =>
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (media) =>
      ({
        matches: media === query,
        media,
        addEventListener: () => undefined,
        removeEventListener: () => undefined,
      }) as unknown as MediaQueryList,
  )

test.each([
  ['(prefers-reduced-motion: reduce)', false],
  ['(prefers-reduced-motion: no-preference)', true],
])('where the system says %s, what opens moves: %s', async (query, moves) => {
  vi.resetModules()
  asks(query)
  const { Theme } = await import('#src/Theme.tsx')
  let found: boolean | undefined
  function Look() {
    found = theme.useToken().token.motion
    return null
  }
  render(
    <Theme>
      <Look />
    </Theme>,
  )
  expect(found).toBe(moves)
})
