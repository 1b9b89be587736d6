import type { ReactNode } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'

interface CardProps {
  title: string
  more?: ReactNode
  query: { isPending: boolean; error: unknown; refetch: () => unknown }
  children: ReactNode
}
/** One thing of the workbench, in whatever state it is; what one may not see is not there. */
export function HomeCard({ title, more, query, children }: CardProps) {
  if (isApiError(query.error) && query.error.status === 403) return null
  return (
    <section className="home-card">
      <header>
        <h2>{title}</h2>
        {more}
      </header>
      {query.isPending && !query.error ? (
        <ListSkeleton rows={3} />
      ) : query.error ? (
        <LoadFailed error={query.error} height={160} onRetry={() => void query.refetch()} />
      ) : (
        children
      )}
    </section>
  )
}
