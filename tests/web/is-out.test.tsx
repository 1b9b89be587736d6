import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { ApiError } from '#src/api/api-error.ts'
import { useIsOut } from '#src/kit/calls/field/use-is-out.ts'

test('what was taken along stays while a server that never answered is asked again', async () => {
  const answers: ((how: 'out' | 'there') => void)[] = []
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const { result } = renderHook(
    () => {
      const query = useQuery({
        queryKey: ['sheets'],
        networkMode: 'always',
        queryFn: () =>
          new Promise<string>((resolve, reject) =>
            answers.push((how) =>
              how === 'there' ? resolve('sheets') : reject(new ApiError(0, {})),
            ),
          ),
      })
      return { isOut: useIsOut(query), query }
    },
    {
      wrapper: ({ children }: { children: ReactNode }) => (
        <QueryClientProvider client={client}>{children}</QueryClientProvider>
      ),
    },
  )
  const answer = (how: 'out' | 'there') => act(async () => answers.at(-1)!(how))
  expect(result.current.isOut).toBe(false)
  await answer('out')
  await waitFor(() => expect(result.current.isOut).toBe(true))
  act(() => void result.current.query.refetch())
  await waitFor(() => expect(answers).toHaveLength(2))
  // Its failure is forgotten, and nothing has been heard yet.
  expect(result.current.query.error).toBeNull()
  expect(result.current.isOut).toBe(true)
  await answer('there')
  await waitFor(() => expect(result.current.query.data).toBe('sheets'))
  expect(result.current.isOut).toBe(false)
})
