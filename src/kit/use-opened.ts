import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { childPaths, type AnyResource } from './resource.ts'

export const openKinds = ['create', 'edit', 'show'] as const
export type OpenKind = (typeof openKinds)[number]
export interface Opened {
  kind: OpenKind
  id: number | undefined
}

/** What the address says is open over the list: `?open=edit&id=3`. A drawer can be linked to, and Back closes it. */
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
  if (opened) query.set('open', opened.kind)
  if (opened?.id !== undefined) query.set('id', String(opened.id))
  return query.toString()
}

/** Opens a record in the drawer or on the page that its resource names. */
export function useOpened({ open, screen }: AnyResource) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const opened = useMemo(() => readOpened(search), [search])
  const show = useCallback(
    (kind: OpenKind, id?: number) => {
      if (open?.[kind] === 'page') void navigate(`${screen.route}/${childPaths[kind].replace(':id', String(id))}`)
      else void navigate({ pathname, search: withOpened(search, { kind, id }) })
    },
    [open, screen, search, pathname, navigate],
  )
  const close = useCallback(() => void navigate({ pathname, search: withOpened(search, null) }), [navigate, pathname, search])
  return { opened, show, close }
}
