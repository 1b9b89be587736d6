import { render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { startI18n } from '#src/providers/i18n.ts'
import { consoleTexts } from '#src/providers/texts.ts'

beforeAll(() => startI18n(consoleTexts))
const shown = (status: number) =>
  render(
    <MemoryRouter>
      <LoadFailed error={new ApiError(status, {})} onRetry={() => undefined} />
    </MemoryRouter>,
  )
const buttons = () =>
  screen.getAllByRole('button').map(({ textContent }) => textContent?.replaceAll(/\s/g, ''))

test('what is there no more is not asked for again; what did not come is', () => {
  const { unmount } = shown(404)
  expect(screen.getByText('没有找到这条记录')).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toBe('它可能已被删除，或不在您能查看的范围内。')
  expect(buttons()).toEqual(['返回', '回到首页'])
  unmount()
  shown(500)
  expect(buttons()).toEqual(['重试'])
})
