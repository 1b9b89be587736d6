import { soilTest, soilTestScreen } from '#contract/farm/soil-test.ts'
import { resource } from '#src/kit/definition/resource.ts'

export const soilTestList = resource(soilTest, {
  screen: soilTestScreen,
  list: {
    columns: [
      'sampleCode',
      'landId',
      'testedOn',
      'ph',
      'organicMatter',
      'nitrogen',
      'phosphorus',
      'potassium',
      'salt',
      'areaId',
      'depth',
      'lab',
      'report',
    ],
    more: ['areaId', 'depth', 'lab', 'report', 'salt'],
    filters: ['sampleCode', 'areaId', 'landId', 'testedOn', 'lab'],
    rowActions: ['show', 'edit', 'delete'],
    bulkActions: ['delete'],
  },
  form: [
    ['sampleCode', 'testedOn'],
    ['areaId', 'landId'],
    ['depth', 'ph'],
    ['organicMatter', 'nitrogen'],
    ['phosphorus', 'potassium'],
    ['salt', 'lab'],
    ['report'],
    ['description'],
  ],
})
