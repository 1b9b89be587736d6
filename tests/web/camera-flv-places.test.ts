import { afterEach, expect, test, vi } from 'vitest'
import { takeFlvPlace } from '#src/features/camera/flv-places.ts'

const spoken = (nextHopProtocol: string) =>
  vi
    .spyOn(performance, 'getEntriesByType')
    .mockReturnValue([{ nextHopProtocol }] as unknown as PerformanceEntryList)
afterEach(() => vi.restoreAllMocks())

test('over HTTP/1.1 some connections are left, and a place is given back once', () => {
  spoken('http/1.1')
  const places = Array.from({ length: 9 }, () => takeFlvPlace()).filter((one) => one !== null)
  expect(places).toHaveLength(3)
  places[0]!()
  places[0]!()
  const [next, none] = [takeFlvPlace(), takeFlvPlace()]
  expect([next !== null, none]).toEqual([true, null])
  for (const leave of [...places, next!]) leave()
})

test('over HTTP/2 every stream is one, for they share a connection', () => {
  spoken('h2')
  expect(Array.from({ length: 16 }, () => takeFlvPlace()).every((one) => one !== null)).toBe(true)
})
