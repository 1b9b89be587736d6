import { codes, entity, rest } from '../entity.ts'
import { date, decimal, files, id, integer, ref, text } from '../field.ts'
import { entityScreen } from '../screen.ts'

/** What a laboratory found in the soil of a plot. */
export const soilTest = entity('soilTest', {
  module: 'farm',
  title: 'sampleCode',
  permissions: {
    list: 'wfpf.farm.soilTest',
    ...codes('wfpf.farm.soilTest.ps', 'create', 'edit', 'delete'),
  },
  api: rest('wfpf/v1/{tenant}/soil-test'),
  newestBy: 'testedOn',
  fields: {
    id: id(),
    sampleCode: text({ required: true, unique: true, pattern: /^[\w-]+$/, max: 32 }),
    areaId: ref('area', { required: true }),
    landId: ref('land', { required: true, dependsOn: 'areaId' }),
    testedOn: date({ required: true }),
    depth: integer({ min: 0, max: 300, unit: 'centimeter' }),
    ph: decimal({ max: 14 }),
    organicMatter: decimal({ max: 999, unit: 'gPerKg' }),
    /** Alkali-hydrolyzable nitrogen, Olsen phosphorus, ammonium acetate potassium. */
    nitrogen: decimal({ max: 9999, unit: 'mgPerKg' }),
    phosphorus: decimal({ max: 9999, unit: 'mgPerKg' }),
    potassium: decimal({ max: 9999, unit: 'mgPerKg' }),
    salt: decimal({ max: 99, unit: 'gPerKg' }),
    report: files({ max: 3 }),
    lab: text({ max: 60 }),
    description: text({ max: 200 }),
  },
})
export const soilTestScreen = entityScreen('soilTest', soilTest, {
  route: '/web/farm/soil-test',
  module: 'farm',
  group: 'production',
  icon: 'soil-test',
  at: 9,
  isSetUp: true,
})
