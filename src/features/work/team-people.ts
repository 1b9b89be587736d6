export interface TeamPeople {
  leaderId?: number | null
  memberIds?: readonly number[] | null
}
/**
 * The people of a team as a task has them. Who leads the team leads the task; whoever led it before
 * stays with a team that nobody leads. `known`: those who work here still.
 */
export function asTaskPeople(
  team: TeamPeople,
  leaderBefore: unknown,
  known: ReadonlySet<number> | undefined,
): { leaderId: unknown; participantIds: number[] } {
  const isHere = (one: number) => known?.has(one) ?? true
  const leads = typeof team.leaderId === 'number' && isHere(team.leaderId) ? team.leaderId : null
  const leaderId = leads ?? leaderBefore ?? null
  const participantIds = (team.memberIds ?? []).filter((one) => isHere(one) && one !== leaderId)
  return { leaderId, participantIds }
}
