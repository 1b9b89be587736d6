import { afterEach, describe, expect, it, vi } from 'vitest'
import { parseLatLng } from '#src/lib/coordinates.ts'
import { gather } from '#src/lib/gather.ts'
import { toHalfWidth } from '#src/lib/full-width.ts'
import { randomDigits, randomId } from '#src/lib/random.ts'
import { fit, shrinkImage } from '#src/lib/shrink-image.ts'

afterEach(() => vi.useRealTimers())

describe('coordinates', () => {
  it('reads lat,lng', () => expect(parseLatLng(' 22.96, 113.34 ')).toEqual([22.96, 113.34]))
  it.each([
    null,
    undefined,
    '',
    ',',
    '22.96',
    '22.96,',
    ',113',
    '1,2,3',
    'a,b',
    '91,10',
    '10,181',
    'Infinity,1',
    '22.96 113.34',
  ])('takes %j for nothing', (text) => expect(parseLatLng(text)).toBeNull())
})

describe('what comes one after the other', () => {
  it('is told at once, and then gathered until there was a pause', () => {
    vi.useFakeTimers()
    const told: (readonly number[])[] = []
    const { add, end } = gather<number>(1000, (all) => told.push(all))
    add(1)
    expect(told).toEqual([[1]])
    for (const one of [2, 3, 4]) add(one)
    vi.advanceTimersByTime(999)
    expect(told).toHaveLength(1)
    vi.advanceTimersByTime(1)
    expect(told).toEqual([[1], [2, 3, 4]])
    add(5)
    expect(told).toHaveLength(2)
    vi.advanceTimersByTime(3000)
    expect(told).toEqual([[1], [2, 3, 4], [5]])
    add(6)
    add(7)
    end()
    vi.advanceTimersByTime(3000)
    expect(told).toEqual([[1], [2, 3, 4], [5], [6]])
  })
})

it('reads what a Chinese input method types', () => {
  expect(toHalfWidth('１３８０００００００１')).toBe('13800000001')
  expect(toHalfWidth('Ａｂｃ＠ｅ．ｃｏｍ　田')).toBe('Abc@e.com 田')
})

describe('pictures', () => {
  it('fits 1920 x 1080 and never grows', () => {
    expect(fit(4000, 3000)).toEqual({ width: 1440, height: 1080 })
    expect(fit(3000, 4000)).toEqual({ width: 810, height: 1080 })
    expect(fit(800, 600)).toEqual({ width: 800, height: 600 })
  })
  it('leaves small files and other kinds alone', async () => {
    const small = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
    const sheet = new File([new Uint8Array(2_000_000)], 'a.xlsx', {
      type: 'application/vnd.ms-excel',
    })
    expect(await shrinkImage(small)).toBe(small)
    expect(await shrinkImage(sheet)).toBe(sheet)
  })
  it('sends the file itself when it cannot be read here', async () => {
    const broken = new File([new Uint8Array(2_000_000)], 'a.png', { type: 'image/png' })
    vi.stubGlobal('createImageBitmap', () => Promise.reject(new Error('broken')))
    expect(await shrinkImage(broken)).toBe(broken)
    vi.unstubAllGlobals()
  })
})

it('makes ids without a secure context', () => {
  expect(randomId()).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  expect(randomDigits(6)).toMatch(/^\d{6}$/)
})
