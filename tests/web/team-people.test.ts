import { expect, test } from 'vitest'
import { asTaskPeople } from '#src/features/work/team-people.ts'

test('the people of a team become those of a task', () => {
  const team = { leaderId: 1, memberIds: [2, 3] }
  expect(asTaskPeople(team, null, undefined)).toEqual({ leaderId: 1, participantIds: [2, 3] })
  // Whoever led before gives way to the team's leader, and stays where it has none.
  expect(asTaskPeople(team, 9, undefined).leaderId).toBe(1)
  expect(asTaskPeople({ memberIds: [2, 9] }, 9, undefined)).toEqual({
    leaderId: 9,
    participantIds: [2],
  })
  // Who works here no more is left out, the leader too.
  expect(asTaskPeople(team, 9, new Set([3, 9]))).toEqual({ leaderId: 9, participantIds: [3] })
  expect(asTaskPeople({ leaderId: null, memberIds: null }, null, undefined)).toEqual({
    leaderId: null,
    participantIds: [],
  })
})
