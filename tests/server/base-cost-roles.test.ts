import { expect, test } from 'vitest'
import { costCode } from '#contract/inventory/cost.ts'
import { areaCost } from '#contract/planting/area-cost.ts'
import { batch } from '#contract/planting/batch.ts'
import { roles } from '#server/demo/roles.ts'
import { starterRoles } from '#server/modules/guide/engine/starter-roles.ts'

/** Migration 488 gave it to the roles that there were; new farms begin with these. */
test('whoever is told on the first page what a base bears may see of what it is made up', () => {
  const all: Record<string, readonly string[]> = {
    ...starterRoles,
    ...Object.fromEntries(roles.map(({ code, codes }) => [code, codes])),
  }
  const told = Object.entries(all).filter(
    ([, codes]) => codes.includes(batch.permissions.list!) && codes.includes(costCode),
  )
  expect(told.map(([code]) => code).toSorted()).toEqual(['approver', 'storekeeper'])
  for (const [code, codes] of told)
    expect(codes.includes(areaCost.permissions.list!), code).toBe(true)
})
