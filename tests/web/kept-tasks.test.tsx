import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { taskStates } from '#contract/work/task-states.ts'
import { setScope } from '#src/api/scope.ts'
import { queries } from '#src/kit/calls/queries.ts'
import { useKeptTask } from '#src/pages/work/my-tasks/use-kept-task.ts'
import { useMyTasks } from '#src/pages/work/my-tasks/use-my-tasks.ts'
import { fakeServer } from './fake-server.ts'

/** What this browser kept, and how far it is with reading it. */
const field = vi.hoisted(() => {
  const begun = { subject: 'task/1', kind: 'start', state: 'waiting', id: 'a', at: 1 }
  const nothing = { entries: [] as object[], kept: null, counts: null, isReached: true }
  const all = {
    state: nothing,
    read: () => undefined as void,
    hear: () => undefined as void,
    opened: Promise.resolve(true),
    close: () => {
      all.state = nothing
      all.opened = new Promise((done) => {
        all.read = () => {
          all.state = { ...nothing, entries: [begun] }
          all.hear()
          done(true)
        }
      })
    },
  }
  return all
})
vi.mock('#src/api/field/field.ts', async (original) => ({
  ...(await original<object>()),
  startField: () => field.opened,
  fieldState: () => field.state,
  onField: (hear: () => void) => {
    field.hear = hear
    return () => undefined
  },
}))

const row = { id: 1, title: '巡田', state: taskStates.notStarted, leaderId: 7 }
beforeEach(() => {
  field.close()
  queries.clear()
  setScope({ tenantId: 5, permissionVersion: 1 })
  fakeServer(({ path }) => ({
    body: path.endsWith('/mine/1')
      ? { task: row, locks: [], short: [], workerId: 7 }
      : { content: [row], totalElements: 1, counts: { open: 1 }, workerId: 7, isWorker: true },
  }))
})
const wrapper = ({ children }: { children: ReactNode }) => (
  <MemoryRouter initialEntries={['/web/farm/task']}>
    <QueryClientProvider client={queries}>{children}</QueryClientProvider>
  </MemoryRouter>
)
/** The server has answered everything. */
const answered = () =>
  waitFor(() => {
    expect(queries.isFetching()).toBe(0)
    expect(queries.getQueryCache().getAll()[0]?.state.data).toBeDefined()
  })

test('a task that was begun here is not offered before what waits was read', async () => {
  const { result } = renderHook(() => useKeptTask(1), { wrapper })
  await answered()
  expect(result.current.data).toBeUndefined()
  await act(async () => field.read())
  await waitFor(() =>
    expect(result.current.data?.task).toMatchObject({ state: taskStates.inProgress }),
  )
})

test('nor is it in the list', async () => {
  const { result } = renderHook(() => useMyTasks(), { wrapper })
  await answered()
  expect(result.current.isReady).toBe(false)
  await act(async () => field.read())
  await waitFor(() => expect(result.current.isReady).toBe(true))
  expect(result.current.rows).toMatchObject([{ state: taskStates.inProgress }])
})

test('where nothing can be kept nobody waits', async () => {
  field.opened = Promise.resolve(false)
  const { result } = renderHook(() => useMyTasks(), { wrapper })
  await waitFor(() => expect(result.current.isReady).toBe(true))
  expect(result.current.rows).toMatchObject([{ state: taskStates.notStarted }])
})

test('a store that does not answer keeps nobody from their tasks for long', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  try {
    const { result } = renderHook(() => useMyTasks(), { wrapper })
    await answered()
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(result.current.isReady).toBe(false)
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    expect(result.current.isReady).toBe(true)
  } finally {
    vi.useRealTimers()
  }
})
