import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useClip } from '#src/features/camera/use-clip.ts'

const isPossible = () =>
  renderHook(() =>
    useClip(
      () => null,
      (ending) => ending,
    ),
  ).result.current.isPossible
const names = ['captureStream', 'mozCaptureStream'] as const
afterEach(() => {
  vi.unstubAllGlobals()
  for (const name of names) Reflect.deleteProperty(HTMLVideoElement.prototype, name)
})

test('what is seen may be kept where the browser hands out the stream of a film, whatever it calls that', () => {
  vi.stubGlobal('MediaRecorder', { isTypeSupported: () => true })
  expect(isPossible()).toBe(false)
  for (const name of names) {
    Object.defineProperty(HTMLVideoElement.prototype, name, {
      value: () => null,
      configurable: true,
    })
    expect(isPossible()).toBe(true)
    Reflect.deleteProperty(HTMLVideoElement.prototype, name)
  }
})
