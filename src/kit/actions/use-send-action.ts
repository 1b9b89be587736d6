import {
  useDelete,
  useInvalidate,
  useUpdate,
  useUpdateMany,
  type IQueryKeys,
} from '@refinedev/core'
import { useMemo } from 'react'
import { doing } from '#src/api/action-meta.ts'
import { randomId } from '#src/lib/random.ts'
import type { AnyResource, Row } from '#src/kit/definition/resource.ts'
import { useLatest } from '#src/ui/use-latest.ts'

type Input = Readonly<Record<string, unknown>>
/** The kit says itself what was done and looks again once all of it is. */
const quiet = {
  successNotification: false as const,
  errorNotification: false as const,
  invalidates: [] as (keyof IQueryKeys)[],
}

/**
 * Does something to rows of a resource, over the path that the entity names for it, as refine's own
 * mutations: its log, its live provider and whoever watches them see it. All reject when it is
 * refused; the lists look again then, which often means that somebody else changed something.
 */
export function useSendAction({ screen: { name: resource } }: Pick<AnyResource, 'screen'>) {
  const update = useUpdate().mutateAsync
  const updateMany = useUpdateMany().mutateAsync
  const deletion = useDelete().mutateAsync
  const invalidate = useInvalidate()
  const latest = useLatest({ update, updateMany, deletion, invalidate })
  return useMemo(() => {
    const refresh = () =>
      latest.current.invalidate({ resource, invalidates: ['list', 'many', 'detail'] })
    const looking = <Answer>(work: Promise<Answer>): Promise<Answer> =>
      work.catch((error: unknown) => {
        void refresh()
        throw error
      })
    return {
      refresh,
      /** One row; `idempotencyKey` is the same for every try of one intent. */
      act: async (action: string, row: Row, input: Input = {}, idempotencyKey = randomId()) => {
        const meta = { ...doing(action), idempotencyKey }
        const { objectVersionNumber } = row
        const { data } = await looking(
          action === 'delete'
            ? latest.current.deletion({ ...quiet, resource, id: row.id, meta })
            : latest.current.update({
                ...quiet,
                resource,
                id: row.id,
                values: { ...input, objectVersionNumber },
                meta,
              }),
        )
        return data as unknown
      },
      /** One call for several, for the actions that take a list (contract: `batchActions`). */
      actAll: async (action: string, rows: readonly Row[], values: Input = {}) => {
        const ids = rows.map(({ id }) => id)
        const meta = { ...doing(action), idempotencyKey: randomId() }
        await looking(latest.current.updateMany({ ...quiet, resource, ids, values, meta }))
      },
    }
  }, [resource, latest])
}
