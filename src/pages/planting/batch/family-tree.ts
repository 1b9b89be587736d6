import type { BatchFamily } from '#contract/planting/family-calls.ts'

/** A batch in a family, with those that it came of, or that came of it. */
export interface Branch {
  member: BatchFamily['members'][number]
  kind: 'split' | 'merge'
  happenedOn: string
  branches: Branch[]
}

/** What lies before or after a batch, step by step; whoever is met on two ways has its own kin told once. */
export function branchesOf(
  { members, links }: Pick<BatchFamily, 'members' | 'links'>,
  id: number,
  way: 'up' | 'down',
): Branch[] {
  const known = new Map(members.map((one) => [one.id, one]))
  const [near, far] =
    way === 'up' ? (['childId', 'parentId'] as const) : (['parentId', 'childId'] as const)
  const told = new Set<number>()
  const from = (at: number): Branch[] => {
    if (told.has(at)) return []
    told.add(at)
    return links.flatMap((link) => {
      const member = known.get(link[far])
      if (link[near] !== at || !member) return []
      const { kind, happenedOn } = link
      return [{ member, kind, happenedOn, branches: from(member.id) }]
    })
  }
  return from(id)
}
