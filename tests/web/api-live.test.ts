import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { LiveEvent } from '#contract/platform/platform-calls.ts'
import { eventParser, type StreamEvent } from '#src/api/event-stream.ts'
import { subscribe } from '#src/api/live.ts'
import { markFirstPaint } from '#src/lib/first-paint.ts'
import { setScope } from '#src/api/scope.ts'
import { storeSession } from '#src/api/tokens.ts'
import { pair } from './fake-server.ts'

function parsed(...chunks: string[]): StreamEvent[] {
  const events: StreamEvent[] = []
  const parse = eventParser((event) => events.push(event))
  chunks.forEach(parse)
  return events
}
const message = (data: string) => ({ name: 'message', data })

describe('event streams', () => {
  it('are cut into events wherever the bytes break', () => {
    expect(parsed('data: {"a"', ':1}\n', '\n: beat\n\ndata:b\r\n\r\n')).toEqual([
      message('{"a":1}'),
      message('b'),
    ])
  })
  it('join lines and keep names', () => {
    expect(parsed('event: over\ndata: x\ndata: y\n\ndata: z\n\n')).toEqual([
      { name: 'over', data: 'x\ny' },
      message('z'),
    ])
  })
  it('keep back what is not complete', () => expect(parsed('data: a\n')).toEqual([]))
})

describe('live', () => {
  const bytes = new TextEncoder()
  let streams: ReadableStreamDefaultController<Uint8Array>[] = []
  const fetched = vi.fn(async (_url: string, _init: RequestInit) => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => void streams.push(controller),
    })
    return new Response(body, { status: 200 })
  })
  const say = (event: LiveEvent | object) =>
    streams.at(-1)!.enqueue(bytes.encode(`data: ${JSON.stringify(event)}\n\n`))
  const changed = (resource: string): LiveEvent => ({ resource, ids: [1], kind: 'updated' })

  beforeEach(() => {
    localStorage.clear()
    streams = []
    fetched.mockClear()
    vi.stubGlobal('fetch', fetched)
    storeSession(pair('a'))
    setScope({ tenantId: 7, permissionVersion: 1 })
  })
  afterEach(() => {
    setScope(null)
    vi.unstubAllGlobals()
  })

  it('waits until the first page stands', async () => {
    const stop = subscribe('area', vi.fn())
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(fetched).not.toHaveBeenCalled()
    stop()
    markFirstPaint()
  })
  it('opens one connection with the token in a header and tells those concerned', async () => {
    const area = vi.fn()
    const all = vi.fn()
    const stops = [subscribe('area', area), subscribe('*', all), subscribe('role', vi.fn())]
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    expect(fetched.mock.calls[0]![0]).toMatch(/^\/iam\/v1\/7\/live\?since=\d+$/)
    expect(fetched.mock.calls[0]![1].headers).toMatchObject({ Authorization: 'Bearer access-a' })
    say({})
    say(changed('unit'))
    say(changed('area'))
    await vi.waitFor(() => expect(area).toHaveBeenCalledWith(changed('area')))
    expect(all.mock.calls.map(([event]) => (event as LiveEvent).resource)).toEqual(['unit', 'area'])
    stops.forEach((stop) => stop())
    expect(fetched.mock.calls[0]![1].signal?.aborted).toBe(true)
  })
  it('comes back after a break and has everyone look again', async () => {
    const area = vi.fn()
    const stop = subscribe('area', area)
    await vi.waitFor(() => expect(streams).toHaveLength(1))
    streams[0]!.close()
    await vi.waitFor(() => expect(streams).toHaveLength(2), { timeout: 5000 })
    await vi.waitFor(() =>
      expect(area).toHaveBeenCalledWith({ resource: '*', ids: [], kind: 'changed' }),
    )
    stop()
  })
  it('stays silent for a user without a tenant', () => {
    setScope({ tenantId: -1, permissionVersion: 1 })
    subscribe('area', vi.fn())()
    expect(fetched).not.toHaveBeenCalled()
  })
})
