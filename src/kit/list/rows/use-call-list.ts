import { keepPreviousData } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { Page } from '#contract/call.ts'
import { useCall, type Callable } from '#src/kit/calls/use-call.ts'
import { pageSizes } from '#src/kit/list/location/list-location.ts'

type Texts = Readonly<Record<string, string>>
const defaultSize = 10
const positive = (text: string | null, otherwise: number) => {
  const value = Number(text)
  return Number.isSafeInteger(value) && value > 0 ? value : otherwise
}

/**
 * A paged call of the contract as a list whose place is in the address, for pages that the engine
 * does not draw.
 */
export function useCallList<In extends z.ZodType, Row>(
  definition: Callable<In, z.ZodType<Page<Row>>>,
  names: readonly string[],
  ask: (filters: Texts) => Readonly<Record<string, unknown>>,
) {
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const place = useMemo(() => {
    const query = new URLSearchParams(search)
    const size = positive(query.get('size'), defaultSize)
    return {
      page: positive(query.get('page'), 1),
      size: (pageSizes as readonly number[]).includes(size) ? size : defaultSize,
      filters: Object.fromEntries(
        names.flatMap((name) => (query.get(name) ? [[name, query.get(name)!]] : [])),
      ) as Texts,
    }
  }, [search, names])
  const move = useCallback(
    (change: Partial<typeof place>) => {
      const { page, size, filters } = { ...place, ...change }
      const query = new URLSearchParams(Object.entries(filters).filter(([, text]) => text))
      if (page > 1) query.set('page', String(page))
      if (size !== defaultSize) query.set('size', String(size))
      void navigate({ pathname, search: query.toString() })
    },
    [place, navigate, pathname],
  )
  const input = { ...ask(place.filters), page: place.page, size: place.size } as z.output<In>
  const query = useCall(definition, input, { placeholderData: keepPreviousData })
  return {
    place,
    move,
    query,
    rows: query.data?.content ?? [],
    total: query.data?.totalElements ?? 0,
    isCut: query.data?.totalIsCut ?? false,
  }
}
