import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Outline } from '#src/kit/definition/outline.ts'
import { childPaths, type AnyResource } from '#src/kit/definition/resource.ts'

export const openKinds = ['create', 'edit', 'show'] as const
export type OpenKind = (typeof openKinds)[number]
export interface Opened {
  kind: OpenKind
  id: number | undefined
}

/**
 * What the address says is open over the list: `?open=edit&id=3`. A drawer can be linked to, and
 * Back closes it.
 */
export function readOpened(search: string): Opened | null {
  const query = new URLSearchParams(search)
  const kind = openKinds.find((one) => one === query.get('open'))
  const id = Number(query.get('id'))
  if (!kind) return null
  if (kind === 'create') return { kind, id: undefined }
  return Number.isSafeInteger(id) && id > 0 ? { kind, id } : null
}

export function withOpened(search: string, opened: Opened | null): string {
  const query = new URLSearchParams(search)
  query.delete('open')
  query.delete('id')
  query.delete('begin')
  if (opened) query.set('open', opened.kind)
  if (opened?.id !== undefined) query.set('id', String(opened.id))
  return query.toString()
}

/** What the address says that a new record begins with: `?open=create&begin={"name":"North"}`. */
export function readBegin(search: string): Readonly<Record<string, unknown>> | null {
  try {
    const given: unknown = JSON.parse(new URLSearchParams(search).get('begin') ?? 'null')
    return typeof given === 'object' && given !== null && !Array.isArray(given)
      ? (given as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
/** A link to the form of a new record that is filled in as far as is known; it is looked over and saved there. */
export function addressOfNew(
  { route }: { route: string },
  begin: Readonly<Record<string, unknown>>,
): string {
  return `${route}?${new URLSearchParams({ open: 'create', begin: JSON.stringify(begin) })}`
}

/** Where a record opens: on a page of its own, or in the drawer over its list. */
export function addressOf(
  { open, screen }: Pick<Outline, 'open' | 'screen'>,
  kind: OpenKind,
  id: number | undefined,
  search = '',
): string {
  if (open?.[kind] === 'page')
    return `${screen.route}/${childPaths[kind].replace(':id', String(id))}`
  return `${screen.route}?${withOpened(search, { kind, id })}`
}

/** Opens a record in the drawer or on the page that its resource names. */
export function useOpened(resource: AnyResource) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const hasForm = resource.form !== undefined
  const opened = useMemo(() => {
    const asked = readOpened(search)
    return asked?.kind === 'show' || hasForm ? asked : null
  }, [search, hasForm])
  const show = useCallback(
    (kind: OpenKind, id?: number) => void navigate(addressOf(resource, kind, id, search)),
    [resource, search, navigate],
  )
  const close = useCallback(
    () => void navigate({ pathname, search: withOpened(search, null) }),
    [navigate, pathname, search],
  )
  return { opened, show, close }
}
