import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from '#contract/call.ts'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import { setScope } from '#src/api/scope.ts'
import { invalidateCall, queries } from '#src/kit/calls/queries.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { fetchCall, useAnswer, useCall } from '#src/kit/calls/use-call.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { startI18n } from '#src/providers/i18n.ts'
import { currentQuestion } from '#src/ui/confirm.ts'
import { fakeServer, refusal, type Reply } from './fake-server.ts'

const handlers = new Map<string, (event: LiveEvent) => void>()
vi.mock('#src/api/live.ts', () => ({
  subscribe: (resource: string, handler: (event: LiveEvent) => void) => {
    handlers.set(resource, handler)
    return () => undefined
  },
}))
const say = (resource: string, ids: number[]) =>
  act(() => handlers.get(resource)!({ resource, ids, kind: 'changed' }))

const card = call({
  endpoint: 'GET /wfpf/v1/{tenant}/card/{id}',
  summary: 'A card',
  access: 'signed-in',
  staleAfter: { card: 'id' },
  input: z.object({ id: z.int() }),
  answer: z.object({ id: z.int(), times: z.int() }),
})
const saveCard = call({
  endpoint: 'PUT /wfpf/v1/{tenant}/card',
  summary: 'Saves a card',
  access: 'signed-in',
  input: z.object({ id: z.int() }),
  answer: z.object({ id: z.int() }),
})
const wrapper = ({ children }: { children: React.ReactNode }) => (
  <QueryClientProvider client={queries}>{children}</QueryClientProvider>
)
let times = 0
let reply: ((id: number) => Reply) | undefined
const server = () =>
  fakeServer(({ method, path }) => {
    const id = Number(path.split('/').at(-1))
    if (method === 'PUT') return reply?.(id) ?? { body: { id: 1 } }
    return { body: { id, times: ++times } }
  })

beforeEach(async () => {
  queries.clear()
  times = 0
  reply = undefined
  setScope({ tenantId: 5, permissionVersion: 1 })
  await startI18n(['kit', 'common', 'menus', 'errors'])
})

it('asks once for all who ask the same, and nothing without input', async () => {
  const log = server()
  const both = renderHook(() => [useCall(card, { id: 1 }), useCall(card, { id: 1 })] as const, {
    wrapper,
  })
  const none = renderHook(() => useCall(card, null), { wrapper })
  await waitFor(() => expect(both.result.current[1].data).toEqual({ id: 1, times: 1 }))
  expect(none.result.current.data).toBeUndefined()
  expect(log.map(({ path }) => path)).toEqual(['/wfpf/v1/5/card/1'])
})

it('gives up a question that nobody waits for any more', async () => {
  const signals: (AbortSignal | undefined)[] = []
  fakeServer(() => new Promise(() => undefined))
  const { http } = await import('#src/api/client.ts')
  const seen = http.interceptors.request.use((config) => {
    signals.push(config.signal as AbortSignal)
    return config
  })
  const { unmount } = renderHook(() => useCall(card, { id: 1 }), { wrapper })
  await waitFor(() => expect(signals).toHaveLength(1))
  unmount()
  await waitFor(() => expect(signals[0]!.aborted).toBe(true))
  http.interceptors.request.eject(seen)
})

it('asks again after the events of its contract, what they name alone, and not at every one of a storm', async () => {
  const log = server()
  const first = renderHook(() => useCall(card, { id: 1 }), { wrapper })
  const second = renderHook(() => useCall(card, { id: 2 }), { wrapper })
  await waitFor(() => expect(second.result.current.data).toBeDefined())
  await waitFor(() => expect(first.result.current.data).toBeDefined())
  log.length = 0
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    say('card', [2])
    await waitFor(() => expect(log.map(({ path }) => path)).toEqual(['/wfpf/v1/5/card/2']))
    for (let n = 0; n < 20; n++) say('card', [2])
    expect(log).toHaveLength(1)
    await act(() => vi.advanceTimersByTimeAsync(1600))
    await waitFor(() => expect(log).toHaveLength(2))
    await act(() => vi.advanceTimersByTimeAsync(1600))
    // A gap names nobody: everything is asked again.
    say('card', [])
    await waitFor(() => expect(log).toHaveLength(4))
  } finally {
    vi.useRealTimers()
  }
})

it('is asked again when a change says so', async () => {
  const log = server()
  const shown = renderHook(() => useCall(card, { id: 1 }), { wrapper })
  await waitFor(() => expect(shown.result.current.data).toEqual({ id: 1, times: 1 }))
  const done = vi.fn()
  const change = renderHook(
    () => useCallMutation(saveCard, { invalidates: [card], onDone: done }),
    { wrapper },
  )
  let isDone = false
  await act(async () => void (isDone = await change.result.current.send({ id: 1 })))
  expect([isDone, change.result.current.isBusy]).toEqual([true, false])
  expect(done).toHaveBeenCalledWith({ id: 1 }, { id: 1 })
  expect(log.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET'])
  await act(() => invalidateCall(card, { id: 9 }))
  expect(log).toHaveLength(3)
})

it('says a refusal and does nothing that follows from success', async () => {
  server()
  reply = () => refusal(409, 'error.busy')
  const done = vi.fn()
  const change = renderHook(() => useCallMutation(saveCard, { onDone: done }), { wrapper })
  let isDone = true
  await act(async () => void (isDone = await change.result.current.send({ id: 1 })))
  expect([isDone, done.mock.calls.length]).toEqual([false, 0])
  expect(change.result.current.problem).toBeTruthy()
})

it('sends one of several calls at a time, made while it waits, and hands on its refusal', async () => {
  const log = server()
  const { result } = renderHook(() => useSend(), { wrapper })
  const told: unknown[] = []
  const refused = vi.fn()
  let made!: (id: number) => void
  await act(async () => {
    const first = result.current.send(
      saveCard,
      () => new Promise((go) => (made = (id) => go({ id }))),
      { said: 'Saved', onDone: (_, input) => told.push(input) },
    )
    // What is sent meanwhile by the same form is not.
    expect(await result.current.send(saveCard, { id: 3 })).toBe(false)
    made(2)
    expect(await first).toBe(true)
  })
  expect([log.length, told]).toEqual([1, [{ id: 2 }]])
  reply = () => refusal(409, 'error.busy')
  await act(async () => {
    await result.current.send(saveCard, { id: 4 }, { onRefused: refused })
  })
  expect(refused).toHaveBeenCalledWith(expect.objectContaining({ status: 409 }))
  expect([result.current.isBusy, result.current.problem]).toEqual([false, expect.any(String)])
  // Nothing that could not be made is sent, and the form says so.
  await act(async () => {
    await result.current.send(saveCard, () => Promise.reject(new Error('no key')), {
      onRefused: refused,
    })
  })
  expect([log.length, refused.mock.calls.length]).toEqual([2, 2])
})

it('gives up what an answer of several calls still asks for', async () => {
  const signals: (AbortSignal | undefined)[] = []
  fakeServer(() => new Promise(() => undefined))
  const { http } = await import('#src/api/client.ts')
  const seen = http.interceptors.request.use((config) => {
    signals.push(config.signal as AbortSignal)
    return config
  })
  const useBoth = () =>
    useAnswer('both', null, (ask) => Promise.all([ask(card, { id: 1 }), ask(card, { id: 2 })]))
  const { unmount } = renderHook(useBoth, { wrapper })
  await waitFor(() => expect(signals).toHaveLength(2))
  unmount()
  await waitFor(() => expect(signals.every((one) => one!.aborted)).toBe(true))
  http.interceptors.request.eject(seen)
})

it('a handler asks anew each time, and those who ask at once ask together', async () => {
  const log = server()
  const [first, second] = await Promise.all([
    fetchCall(card, { id: 1 }),
    fetchCall(card, { id: 1 }),
  ])
  expect([first, second, log.length]).toEqual([{ id: 1, times: 1 }, { id: 1, times: 1 }, 1])
  expect(await fetchCall(card, { id: 1 })).toEqual({ id: 1, times: 2 })
})

it('asks before a button’s call, and looks again even where it is refused', async () => {
  const log = server()
  const shown = renderHook(() => useCall(card, { id: 1 }), { wrapper })
  await waitFor(() => expect(shown.result.current.isSuccess).toBe(true))
  const done = vi.fn()
  const action = renderHook(
    () =>
      useCallAction(saveCard, {
        asks: ({ id }) => ({ title: `Save ${id}?`, go: 'Save' }),
        invalidates: [card],
        onDone: done,
      }),
    { wrapper },
  )
  const press = async (isSure: boolean) => {
    let sent: Promise<boolean>
    act(() => void (sent = action.result.current.send({ id: 1 })))
    expect(currentQuestion()!.title).toBe('Save 1?')
    await act(async () => currentQuestion()!.answer(isSure))
    return act(() => sent)
  }
  const methods = () => log.map(({ method }) => method)
  expect([await press(false), methods()]).toEqual([false, ['GET']])
  expect([await press(true), methods()]).toEqual([true, ['GET', 'PUT', 'GET']])
  reply = () => refusal(409, 'error.busy')
  expect([await press(true), methods()]).toEqual([false, ['GET', 'PUT', 'GET', 'PUT', 'GET']])
  expect([done.mock.calls.length, action.result.current.isBusy]).toEqual([1, false])
})
