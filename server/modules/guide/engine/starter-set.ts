import type { CropFamily } from '#contract/farm/crop-family.ts'
import { starterGrowing } from './starter-growing.ts'
import { starterFamilies } from './starter-families.ts'

/*
 * What most farms begin with. Names are in `starter.json` of each language, by code; temperatures and days
 * are usual values, for whoever knows their own variety better to change.
 */

/** Codes of units, as labels and sheets have them. */
export const units = [
  'kg',
  'g',
  't',
  'jin',
  'L',
  'mL',
  'mu',
  'ha',
  'bag',
  'box',
  'bottle',
  'barrel',
  'plant',
  'tray',
  'basket',
  'roll',
  'piece',
  'set',
  'm',
  'm3',
  'kWh',
  'h',
  'trip',
] as const

/** Code, category and usual hours. */
export const taskTypes = [
  ['TILL', 'farming', 4],
  ['SOW', 'farming', 3],
  ['SEEDLING', 'farming', 8],
  ['PLANT', 'farming', 6],
  ['PRUNE', 'farming', 5],
  ['POLLINATE', 'farming', 4],
  ['THIN', 'farming', 4],
  ['BAGGING', 'farming', 6],
  ['WATER', 'irrigation', 1.5],
  ['BASEFERT', 'irrigation', 3],
  ['FERT', 'irrigation', 2],
  ['WEED', 'protection', 4],
  ['SPRAY', 'protection', 3],
  ['TRAP', 'protection', 1],
  ['HARVEST', 'harvest', 7],
  ['PACK', 'harvest', 4],
  ['PATROL', 'patrol', 1],
  ['SCOUT', 'patrol', 1],
  ['REPAIR', 'maintenance', 3],
  ['CLEAN', 'maintenance', 2],
] as const

type Category =
  | 'vegetable'
  | 'melon'
  | 'fruit'
  | 'grain'
  | 'tuber'
  | 'oil'
  | 'tea'
  | 'herb'
  | 'mushroom'
  | 'flower'
  | 'other'
/** Code, base and upper temperature in °C, and its stages as `name:days`. */
type Grown = readonly [code: string, base: number, upper: number, stages: string]

const grown: Readonly<Record<Category, readonly Grown[]>> = {
  grain: [
    ['RICE', 10, 38, 'nursery:25 tillering:35 jointing:15 booting:12 heading:10 filling:30'],
    ['WHEAT', 0, 30, 'seedling:40 overwinter:90 greenUp:25 jointing:30 heading:12 filling:33'],
    ['MAIZE', 10, 35, 'seedling:25 jointing:30 tasseling:12 filling:35 maturity:8'],
    ['SORGHUM', 10, 38, 'seedling:30 jointing:30 heading:15 filling:35 maturity:10'],
    ['MILLET', 10, 36, 'seedling:30 jointing:25 heading:20 filling:35'],
    ['SOYBEAN', 10, 35, 'seedling:25 branching:25 flowering:25 podding:20 filling:25'],
    ['MUNGBEAN', 10, 36, 'seedling:20 branching:20 flowering:15 podding:20'],
  ],
  tuber: [
    ['POTATO', 7, 28, 'germination:25 seedling:20 tuberForming:15 tuberBulking:25 maturity:10'],
    ['SWEETPOTATO', 12, 35, 'establishment:15 branching:30 rootBulking:70 maturity:15'],
    ['TARO', 13, 35, 'seedling:50 vegetative:60 rootBulking:80 maturity:20'],
  ],
  oil: [
    ['RAPESEED', 3, 30, 'seedling:110 budStem:30 flowering:30 filling:35'],
    ['PEANUT', 12, 35, 'seedling:25 flowering:30 podding:40 maturity:25'],
    ['SESAME', 12, 38, 'seedling:30 budding:10 flowering:40 maturity:15'],
    ['SUNFLOWER', 7, 34, 'seedling:35 budding:20 flowering:15 filling:35'],
  ],
  vegetable: [
    ['CHOYSUM', 8, 32, 'germination:4 seedling:14 rosette:12 bolting:8 harvest:5'],
    ['PAKCHOI', 5, 32, 'germination:4 seedling:16 rosette:20 harvest:5'],
    ['NAPA', 5, 28, 'seedling:22 rosette:23 headForming:30 harvest:7'],
    ['CABBAGE', 5, 28, 'nursery:30 establishment:10 rosette:25 headForming:30 harvest:7'],
    ['LETTUCE', 5, 28, 'nursery:25 establishment:7 rosette:20 harvest:8'],
    ['SPINACH', 2, 25, 'germination:7 seedling:15 vegetative:25 harvest:8'],
    ['CELERY', 5, 26, 'nursery:55 establishment:15 vegetative:55 harvest:10'],
    ['WATERSPINACH', 12, 38, 'germination:7 seedling:18 harvest:90'],
    ['BROCCOLI', 5, 28, 'nursery:30 establishment:10 rosette:35 headForming:20 harvest:7'],
    ['CAULIFLOWER', 5, 27, 'nursery:30 establishment:10 rosette:35 headForming:25 harvest:7'],
    ['CHIVES', 3, 30, 'greenUp:25 vegetative:25 harvest:5'],
    ['SCALLION', 4, 30, 'nursery:60 establishment:15 vegetative:90 harvest:15'],
    ['ONION', 4, 30, 'nursery:55 overwinter:100 vegetative:45 bulbing:35 harvest:7'],
    ['GARLIC', 3, 28, 'seedling:45 overwinter:90 bolting:35 bulbing:25 harvest:5'],
    ['GINGER', 15, 35, 'germination:45 seedling:65 rootBulking:80 harvest:10'],
    ['CARROT', 4, 30, 'germination:12 seedling:25 vegetative:25 rootBulking:45 harvest:7'],
    ['RADISH', 4, 30, 'germination:4 seedling:16 rosette:15 rootBulking:25 harvest:5'],
    ['TOMATO', 10, 35, 'nursery:35 establishment:10 flowering:25 fruitSet:20 harvest:60'],
    ['EGGPLANT', 13, 36, 'nursery:45 establishment:10 flowering:20 harvest:75'],
    ['PEPPER', 12, 35, 'nursery:45 establishment:10 flowering:25 harvest:75'],
    ['COWPEA', 12, 36, 'seedling:20 vine:15 flowering:12 harvest:40'],
  ],
  melon: [
    ['CUCUMBER', 12, 35, 'nursery:25 establishment:7 vine:15 flowering:8 harvest:50'],
    ['WATERMELON', 13, 38, 'nursery:28 vine:25 flowering:8 fruitSwelling:30 harvest:7'],
    ['MELON', 13, 38, 'nursery:28 vine:25 flowering:8 fruitSwelling:32 harvest:7'],
    ['PUMPKIN', 10, 36, 'seedling:25 vine:25 flowering:15 fruitSwelling:35 harvest:15'],
    ['WAXGOURD', 13, 38, 'nursery:30 vine:30 flowering:12 fruitSwelling:35 harvest:10'],
    ['BITTERGOURD', 13, 38, 'nursery:28 vine:25 flowering:10 harvest:60'],
    ['LOOFAH', 13, 38, 'nursery:25 vine:30 flowering:10 harvest:70'],
  ],
  fruit: [
    [
      'APPLE',
      5,
      32,
      'budBreak:20 flowering:12 fruitSet:30 fruitSwelling:80 coloring:30 harvest:15',
    ],
    ['PEAR', 5, 33, 'budBreak:20 flowering:12 fruitSet:30 fruitSwelling:80 harvest:20'],
    ['PEACH', 6, 34, 'budBreak:20 flowering:10 fruitSet:25 fruitSwelling:50 harvest:15'],
    ['GRAPE', 10, 36, 'budBreak:20 shoot:30 flowering:10 fruitSwelling:45 coloring:30 harvest:15'],
    [
      'CITRUS',
      12.5,
      37,
      'budBreak:25 flowering:30 fruitSet:45 fruitSwelling:120 coloring:40 harvest:30',
    ],
    ['LITCHI', 12, 38, 'budding:40 flowering:30 fruitSet:25 fruitSwelling:40 harvest:15'],
    ['BANANA', 14, 38, 'seedling:60 vegetative:150 budding:40 fruitSwelling:90 harvest:10'],
    ['MANGO', 15, 40, 'budding:30 flowering:30 fruitSet:30 fruitSwelling:65 harvest:20'],
    ['PASSION', 12, 35, 'establishment:30 vine:60 flowering:20 fruitSwelling:50 harvest:40'],
    ['PITAYA', 12, 38, 'shoot:60 budding:18 flowering:2 fruitSwelling:32 harvest:5'],
    ['STRAWBERRY', 5, 30, 'establishment:20 vegetative:30 budding:15 flowering:15 harvest:120'],
    ['BLUEBERRY', 7, 32, 'budBreak:20 flowering:20 fruitSet:20 fruitSwelling:40 harvest:40'],
  ],
  tea: [['TEA', 10, 35, 'budBreak:15 springFlush:45 summerFlush:75 autumnFlush:60 dormancy:120']],
  herb: [
    ['WOLFBERRY', 8, 35, 'budBreak:20 shoot:30 flowering:40 harvest:80'],
    ['ASTRAGALUS', 5, 32, 'seedling:40 vegetative:60 flowering:40 rootBulking:45 harvest:20'],
  ],
  mushroom: [
    ['SHIITAKE', 5, 28, 'spawnRun:70 browning:30 pinning:7 fruiting:90'],
    ['OYSTERMUSHROOM', 5, 30, 'spawnRun:30 pinning:6 fruiting:60'],
  ],
  flower: [
    ['ROSE', 5, 32, 'budBreak:15 shoot:25 budding:15 flowering:15'],
    ['CHRYSANTHEMUM', 5, 32, 'establishment:15 vegetative:45 budding:30 flowering:20'],
  ],
  other: [
    ['COTTON', 12, 38, 'seedling:40 budding:28 bollSetting:60 bollOpening:60'],
    ['SUGARCANE', 12, 38, 'germination:40 seedling:35 tillering:45 grandGrowth:150 maturity:60'],
  ],
}

interface StarterCrop {
  code: string
  category: Category
  family: CropFamily | null
  rotationYears: number | null
  baseTemperature: number
  upperTemperature: number
  rowSpacing: number | null
  plantSpacing: number | null
  yieldPerMu: number | null
  /** By their word in the texts. */
  pests: string[]
  /** Names of stages by their word in the texts. */
  stages: { stage: string; days: number }[]
}
export const crops: readonly StarterCrop[] = Object.entries(grown).flatMap(([category, list]) =>
  list.map(([code, baseTemperature, upperTemperature, stages]) => ({
    code,
    category: category as Category,
    family: starterFamilies[code]?.[0] ?? null,
    rotationYears: starterFamilies[code]?.[1] ?? null,
    baseTemperature,
    upperTemperature,
    rowSpacing: starterGrowing[code]?.[0] || null,
    plantSpacing: starterGrowing[code]?.[1] || null,
    yieldPerMu: starterGrowing[code]?.[2] || null,
    pests: starterGrowing[code]?.[3].split(' ') ?? [],
    stages: stages.split(' ').map((one) => {
      const [stage = '', days] = one.split(':')
      return { stage, days: Number(days) }
    }),
  })),
)
