import { codes, entity, rest } from '../entity.ts'
import { decimal, flag, id, integer, lines, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

export const mostSteps = 100

/** Work that a crop takes: when, for how long, after what, and who for how long. */
const stepLines = {
  no: integer({ required: true, min: 1, max: 999 }),
  name: text({ required: true, max: 60 }),
  taskTypeId: ref('taskType', { required: true }),
  /** From the day of planting; before it, below zero. */
  offsetDays: integer({ required: true, min: -365, max: 3650, unit: 'day' }),
  /** Warmth since planting, above the crop's base temperature; where it is known, it goes before the days. */
  heatUnits: integer({ min: 1, max: 9999, unit: 'degreeDay' }),
  days: integer({ required: true, min: 1, max: 365, unit: 'day' }),
  /** Numbers of the steps that it waits for, such as `1, 3`. */
  after: text({ max: 60, pattern: /^(\d{1,3}(\s*[,\uFF0C\u3001]\s*\d{1,3})*)?$/ }),
  /** Days that pass between those and this. */
  lagDays: integer({ min: 0, max: 365, unit: 'day' }),
  hoursPerMu: decimal({ max: 999, unit: 'hour' }),
  people: integer({ min: 1, max: 30 }),
}
/** What a step uses on each mu. */
const inputLines = {
  step: integer({ required: true, min: 1, max: 999 }),
  skuId: ref('sku', { required: true }),
  dose: decimal({ required: true, min: 0.001, max: 99_999, scale: 3 }),
}

/** How long a step takes machines of a kind on each mu. */
const machineLines = {
  step: integer({ required: true, min: 1, max: 999 }),
  machineKindId: ref('machineKind', { required: true }),
  hoursPerMu: decimal({ required: true, min: 0.01, max: 999, unit: 'hour' }),
}

/** How a crop is grown, step by step: what plans are made from. */
export const planPackage = entity('planPackage', {
  module: 'plan',
  title: 'packageName',
  stored: { view: 'plan_package_view' },
  permissions: {
    list: 'wfpf.farm.planPackage',
    ...codes('wfpf.farm.planPackage.ps', 'create', 'edit', 'delete', ['copy', 'create']),
  },
  // chosen: the specification names the screen and no calls
  api: {
    ...rest('wfpf/v1/{tenant}/plan-package'),
    copy: 'POST /wfpf/v1/{tenant}/plan-package/{id}/copy',
  },
  fields: {
    id: id(),
    packageName: text({ required: true, max: 60, unique: true }),
    cropId: ref('crop', { required: true }),
    steps: lines(stepLines, { required: true, max: mostSteps, detailOnly: true }),
    inputs: { ...lines(inputLines, { max: 200, detailOnly: true }), contextField: 'steps' },
    machines: { ...lines(machineLines, { max: 100, detailOnly: true }), contextField: 'steps' },
    stepCount: integer({ min: 0, max: mostSteps, readonly: true }),
    /** From the first day of the first step to the last of the last. */
    totalDays: integer({ min: 0, max: 9999, unit: 'day', readonly: true }),
    enabledFlag: flag({}),
    description: text({ max: 500 }),
  },
})
export const planPackageScreen = entityScreen('planPackage', planPackage, {
  route: '/web/farm/planPackage',
  module: 'farm',
  group: 'production',
  icon: 'plan-package',
  at: 8,
  isSetUp: true,
})

export interface PackageStep {
  no: number
  name: string
  taskTypeId: number
  offsetDays: number
  heatUnits?: number | null
  days: number
  after?: string | null
  lagDays?: number | null
  hoursPerMu?: number | null
  people?: number | null
}
export interface PackageInput {
  step: number
  skuId: number
  dose: number
}
export interface PackageMachine {
  step: number
  machineKindId: number
  hoursPerMu: number
}
/** The numbers that a step waits for. */
export const afterOf = ({ after }: Pick<PackageStep, 'after'>): number[] => [
  ...new Set((after ?? '').match(/\d+/g)?.map(Number) ?? []),
]
