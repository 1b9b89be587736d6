import { useOne } from '@refinedev/core'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { NotFound } from '#src/kit/app/NotFound.tsx'
import { useResource } from '#src/kit/definition/definition-context.ts'
import type { Row } from '#src/kit/definition/resource.ts'

interface Addressed {
  /** `null`: what the address says is no number of a record. */
  id: number | null
  row: Row | undefined
  refetch: () => Promise<unknown>
  /** What stands in its place while there is no row: not found, failed, on its way. */
  standIn: ReactNode
}
/** The record of the screen that its address names as `:id`. */
export function useAddressed(): Addressed {
  const { screen } = useResource()
  const named = Number(useParams().id)
  const id = Number.isSafeInteger(named) && named > 0 ? named : null
  const { result: row, query } = useOne<Row>({
    resource: screen.name,
    id: id ?? '',
    errorNotification: false,
    queryOptions: { retry: false, enabled: id !== null },
  })
  const { isError, error, refetch } = query
  const standIn =
    id === null ? (
      <NotFound />
    ) : isError && !row ? (
      <LoadFailed error={error} onRetry={() => void refetch()} />
    ) : (
      <ListSkeleton rows={8} />
    )
  return { id, row, refetch, standIn }
}
