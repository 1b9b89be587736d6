import { useEffect, useRef, type RefObject } from 'react'

/** What a value is at the latest drawing, for who acts later than that. */
export function useLatest<T>(value: T): RefObject<T> {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return latest
}
