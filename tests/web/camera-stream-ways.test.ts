import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { avoidSockets, takeWay } from '#src/features/camera/stream-ways.ts'

const spoken = (nextHopProtocol: string) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ nextHopProtocol }] as unknown as PerformanceEntryList)
const nine = () => Array.from({ length: 9 }, takeWay)
const named = (ways: ReturnType<typeof nine>) => ways.map(({ protocol }) => protocol)
// Later in each test than whatever was avoided in the one before.
let hour = 0
beforeEach(() => {
  vi.useFakeTimers({ now: (hour += 1) * 3_600_000 })
  vi.stubGlobal('MediaSource', class {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('streams that share no connection, or do not say so, go over a WebSocket each', () => {
  for (const unknown of ['http/1.1', '']) {
    spoken(unknown)
    expect(new Set(named(nine()))).toEqual(new Set(['socket']))
  }
})

test('over HTTP/2 every stream is one, for they share a connection', () => {
  spoken('h2')
  expect(new Set(named(nine()))).toEqual(new Set(['flv']))
})

test('where no WebSocket gets through some connections are left, and a place is given back once', () => {
  spoken('http/1.1')
  avoidSockets()
  const ways = nine()
  expect(named(ways)).toEqual([...Array(3).fill('flv'), ...Array(6).fill('hls')])
  ways[0]!.leave()
  ways[0]!.leave()
  const [next, none] = [takeWay(), takeWay()]
  expect(named([next, none])).toEqual(['flv', 'hls'])
  for (const { leave } of [...ways, next]) leave()
  vi.advanceTimersByTime(600_000)
  expect(takeWay().protocol).toBe('socket')
})

test('a browser that takes no stream apart is given lists', () => {
  vi.stubGlobal('MediaSource', undefined)
  Reflect.deleteProperty(window, 'MediaSource')
  spoken('h2')
  expect(takeWay().protocol).toBe('hls')
})
