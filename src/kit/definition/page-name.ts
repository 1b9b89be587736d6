import { useEffect } from 'react'
import { useLocation } from 'react-router'
import type { Entity } from '#contract/entity.ts'

type Listener = (path: string, name: string) => void
const listeners = new Set<Listener>()
/** Hears what the page at a path is about. Answers how to stop hearing. */
export function onPageName(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Says what the page at this address is about, such as the name of its device: its tab and the
 * window's title carry it.
 */
export function usePageName(name: string | undefined): void {
  const { pathname } = useLocation()
  useEffect(() => {
    if (name) for (const listener of listeners) listener(pathname, name)
  }, [pathname, name])
}

/** The same of a record, by what people call it. */
export const useRecordName = (
  { title, fields }: Pick<Entity, 'title' | 'fields'>,
  row: object | null | undefined,
  isPage: boolean | undefined,
) =>
  usePageName(
    isPage && row && fields[title]!.kind === 'text'
      ? String((row as Record<string, unknown>)[title] ?? '')
      : undefined,
  )
