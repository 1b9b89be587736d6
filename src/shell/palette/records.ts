import { search } from '#contract/platform/search-calls.ts'
import { currentScope } from '#src/api/scope.ts'
import type { Ask } from '#src/kit/calls/use-call.ts'
import { isList, type Outline } from '#src/kit/definition/outline.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'

export interface Found {
  key: string
  name: string
  route: string
  kind: string
  detail: string | null
}

/**
 * Records whose texts hold what was typed, of the kinds that this person may list, each with where
 * it is looked at.
 */
export async function findRecords(
  text: string,
  outlines: readonly Outline[],
  ask: Ask,
): Promise<Found[]> {
  if ((currentScope()?.tenantId ?? -1) < 1) return []
  const hits = await ask(search, { q: text })
  return hits.flatMap(({ entity, id, title, detail }) => {
    const resource = outlines.filter(isList).find((outline) => outline.entity.name === entity)
    if (!resource) return []
    const route = resource.list?.rowActions?.includes('show')
      ? addressOf(resource, 'show', id)
      : `${resource.screen.route}?${new URLSearchParams({ [resource.entity.title]: title }).toString()}`
    return [{ key: `${entity}#${id}`, name: title, kind: resource.screen.name, route, detail }]
  })
}
