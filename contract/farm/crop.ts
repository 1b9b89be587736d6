import { codes, entity, rest } from '../entity.ts'
import { choice, decimal, flag, id, image, integer, lines, ref, richtext, text } from '../field.ts'
import { entityScreen } from '../screen.ts'
import { cropFamilies } from './crop-family.ts'
import { stageLimits } from './stage-limits.ts'

/** What is grown. Its base temperature is where active temperature begins to count. */
export const crop = entity('crop', {
  module: 'farm',
  title: 'name',
  permissions: {
    list: 'wfpf.company.system.crop',
    ...codes('wfpf.company.system.crop.ps', 'create', 'edit', 'delete'),
  },
  // chosen: the specification names the screen and no calls
  api: rest('wfpf/v1/{tenant}/crop'),
  stored: { view: 'crop_view' },
  fields: {
    id: id(),
    name: text({ required: true, max: 40, unique: true }),
    code: text({ required: true, max: 20, unique: true, pattern: /^[\w-]+$/ }),
    category: choice(
      {
        vegetable: 'vegetable',
        melon: 'melon',
        fruit: 'fruit',
        grain: 'grain',
        tuber: 'tuber',
        oil: 'oil',
        tea: 'tea',
        herb: 'herb',
        mushroom: 'mushroom',
        flower: 'flower',
        other: 'other',
      },
      { required: true },
    ),
    family: choice(cropFamilies, {}),
    /** Nothing of its family is sown where it grew for so long; 0: nobody minds. */
    rotationYears: integer({ min: 0, max: 30, unit: 'year' }),
    baseTemperature: decimal({ min: -10, max: 40, scale: 1, unit: 'celsius' }),
    upperTemperature: decimal({ min: 0, max: 60, scale: 1, unit: 'celsius' }),
    /** How it grows, one after the other, and how long each stage usually lasts. */
    stages: lines(
      {
        name: text({ required: true, max: 20 }),
        days: integer({ min: 1, max: 3650, unit: 'day' }),
        /** Warmth that it takes above the base temperature; where it is measured, it goes before the days. */
        heatUnits: integer({ min: 1, max: 9999, unit: 'degreeDay' }),
        ...stageLimits,
      },
      { max: 20, typed: true, detailOnly: true },
    ),
    /** How far its rows, and plants in a row, usually stand apart: what seed needs begin with. */
    rowSpacing: decimal({ min: 0.1, max: 9_999, scale: 1, unit: 'centimeter' }),
    plantSpacing: decimal({ min: 0.1, max: 9_999, scale: 1, unit: 'centimeter' }),
    /** What a mu usually gives, where its variety does not say. */
    yieldPerMu: decimal({ max: 99_999, unit: 'kgPerMu' }),
    /** What to look out for, in one of its stages or in all. */
    pests: lines(
      {
        name: text({ required: true, max: 40 }),
        stage: text({ max: 20 }),
        signs: text({ max: 100 }),
      },
      { max: 30, detailOnly: true },
    ),
    /** Days between the last use of an input and its harvest, where they are others than the input says of all crops. */
    intervals: lines(
      {
        productId: ref('product', { required: true }),
        safetyInterval: integer({ required: true, min: 0, max: 365, unit: 'day' }),
      },
      { max: 100, detailOnly: true },
    ),
    picture: image({}),
    enabledFlag: flag({}),
    description: text({ max: 200 }),
  },
})
export const cropScreen = entityScreen('crop', crop, {
  route: '/system/crop',
  module: 'company',
  group: 'farm',
  icon: 'crop',
  at: 3,
})

/** A variety of a crop: what a batch is sown with. */
export const variety = entity('variety', {
  module: 'farm',
  title: 'name',
  permissions: {
    list: 'wfpf.company.system.varieties',
    ...codes('wfpf.company.system.varieties.ps', 'create', 'edit', 'delete'),
  },
  // Clients know the list as `page`.
  api: { ...rest('wfpf/v1/{tenant}/variety'), list: 'GET /wfpf/v1/{tenant}/variety/page' },
  fields: {
    id: id(),
    name: text({ required: true, max: 60, unique: true }),
    code: text({ max: 20, unique: true, pattern: /^[\w-]+$/ }),
    cropId: ref('crop', { required: true }),
    growthDays: integer({ min: 1, max: 3650, unit: 'day' }),
    /** Warmth that stages of its crop take of this variety; of the others it is as the crop says. */
    stageHeat: lines(
      {
        stage: text({ required: true, max: 20 }),
        heatUnits: integer({ required: true, min: 1, max: 9999, unit: 'degreeDay' }),
      },
      { max: 20, detailOnly: true },
    ),
    yieldPerMu: decimal({ max: 99_999, unit: 'kgPerMu' }),
    source: text({ max: 60 }),
    picture: image({}),
    enabledFlag: flag({}),
    guide: richtext({ max: 20_000 }),
  },
})
export const varietyScreen = entityScreen('varieties', variety, {
  route: '/system/varieties',
  module: 'company',
  group: 'farm',
  icon: 'variety',
  at: 4,
})
