import { expect, test } from 'vitest'
import { modules } from '#contract/screen.ts'
import { roles } from '#server/demo/roles.ts'
import { catalogue } from '#server/modules/system/engine/catalogue.ts'

test('the demo’s roles are given codes that there are', () => {
  const grantable = new Set(
    catalogue([modules.farm, modules.inventory, modules.company]).map(({ code }) => code),
  )
  expect(roles.length).toBeGreaterThan(4)
  for (const { code, codes } of roles)
    expect([code, codes.filter((one) => !grantable.has(one))]).toEqual([code, []])
})
