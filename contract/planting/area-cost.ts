import { z } from 'zod'
import { call } from '../call.ts'
import { entity } from '../entity.ts'
import { choice, date, decimal, id, money, ref, text } from '../field.ts'
import { cost, costCode } from '../inventory/cost.ts'
import { entityScreen } from '../screen.ts'

/**
 * What work without a batch took, line by line, as its base bears it (decision 022). Written by
 * accepting a task and by nobody else; what was taken back stands no longer.
 */
export const areaCost = entity('areaCost', {
  module: 'planting',
  title: 'title',
  stored: { table: 'area_fact', view: 'area_cost_view' },
  // chosen: the specification knows no costs of a base
  permissions: { list: 'wfpf.farm.areaCost' },
  api: {
    list: 'GET /wfpf/v1/{tenant}/area-cost',
    show: 'GET /wfpf/v1/{tenant}/area-cost/{id}',
  },
  newestBy: 'occurredOn',
  fields: {
    id: id(),
    /** When it was accepted. */
    occurredOn: date({ readonly: true }),
    areaId: ref('area', { readonly: true }),
    kind: choice(
      { input: 'input', labor: 'labor', machine: 'machine', water: 'water' },
      { readonly: true },
    ),
    /** What was used, or the work that was done. */
    title: text({ max: 200, readonly: true }),
    /** The work that it comes from. */
    taskId: ref('task', { readonly: true }),
    quantity: decimal({ max: 9_999_999, scale: 3, readonly: true }),
    unitName: text({ max: 20, readonly: true }),
    /** Nothing where nobody said what it costs. */
    amount: cost(money({ readonly: true })),
  },
})
// chosen: as the list, so its sum
export const areaCostTotals = call({
  endpoint: 'GET /wfpf/v1/{tenant}/area-cost/totals',
  summary: 'What all costs of bases that the list finds add up to, over all its pages',
  access: { code: areaCost.permissions.list },
  hides: { code: costCode, names: ['amount'] },
  input: z.record(z.string(), z.string().max(500)),
  answer: z.object({ count: z.int(), amount: z.number().optional() }),
})
export const areaCostScreen = entityScreen('areaCost', areaCost, {
  route: '/web/farm/base/cost',
  module: 'farm',
  group: 'farm',
  icon: 'base',
  at: 1,
  tabOf: 'base',
})
