/** No., work, kind, days after planting, heat, days it takes, after, with so many days between, hours per mu, people. */
type Step = readonly [
  no: number,
  name: string,
  type: string,
  offsetDays: number,
  heatUnits: number | null,
  days: number,
  after: string,
  lagDays: number,
  hoursPerMu: number | null,
  people: number | null,
]
/** Of which step, what, and how much on a mu. */
type Use = readonly [step: number, code: string, dose: number]
/** Of which step, what kind of machine, and how long on a mu. */
type Drive = readonly [step: number, kind: string, hoursPerMu: number]
interface Package {
  packageName: string
  crop: string
  description: string
  steps: readonly Step[]
  inputs: readonly Use[]
  machines?: readonly Drive[]
}

/** What the farm drives, how many of each, and what an hour of it costs. */
export const machineKinds: readonly (readonly [name: string, machines: number, rate: number])[] = [
  ['拖拉机', 2, 120],
  ['高速插秧机', 1, 180],
  ['植保无人机', 1, 150],
  ['联合收割机', 1, 260],
  ['微耕机', 3, 35],
]

/** How crops are grown here. */
export const planPackages: readonly Package[] = [
  {
    packageName: '双季稻机插标准（晚稻）',
    crop: 'RICE',
    description: '华南晚稻，机插秧，全程机收；追肥按积温推算，冷年自动推后。',
    steps: [
      [1, '翻耕耙田', 'TILL', -8, null, 4, '', 0, 1.2, 2],
      [2, '育秧', 'SEEDLING', -20, null, 18, '', 0, 0.8, 2],
      [3, '机插秧', 'PLANT', 0, null, 3, '1,2', 0, 1, 4],
      [4, '返青分蘖肥', 'FERT', 8, 140, 2, '3', 5, 0.5, 2],
      [5, '稻飞虱防治', 'SPRAY', 30, 520, 1, '4', 18, 0.4, 2],
      [6, '晒田', 'WATER', 38, null, 7, '4', 22, 0.1, 1],
      [7, '穗肥', 'FERT', 55, 950, 2, '6', 8, 0.5, 2],
      [8, '机收', 'HARVEST', 112, 1900, 5, '7', 50, 0.6, 3],
    ],
    inputs: [
      [3, 'S-MXZ', 1.8],
      [4, 'F-NS46', 0.2],
      [5, 'P-BCL70', 0.3],
      [7, 'F-SDL15', 0.3],
    ],
    machines: [
      [1, '拖拉机', 0.6],
      [3, '高速插秧机', 0.3],
      [5, '植保无人机', 0.05],
      [8, '联合收割机', 0.3],
    ],
  },
  {
    packageName: '大棚番茄长季节栽培',
    crop: 'TOMATO',
    description: '定植前十天整地，单干整枝，采收期约四十天。',
    steps: [
      [1, '整地起垄覆膜', 'TILL', -10, null, 4, '', 0, 6, 3],
      [2, '定植', 'PLANT', 0, null, 2, '1', 0, 8, 6],
      [3, '吊蔓', 'PRUNE', 20, null, 4, '2', 18, 5, 3],
      [4, '第一次整枝打杈', 'PRUNE', 32, null, 3, '3', 8, 5, 3],
      [5, '膨果肥（第一穗）', 'FERT', 45, 520, 2, '2', 43, 1, 1],
      [6, '白粉虱防治', 'SPRAY', 48, null, 1, '4', 13, 1.2, 1],
      [7, '第二次整枝疏果', 'PRUNE', 52, null, 4, '4', 17, 5, 3],
      [8, '膨果肥（第二穗）', 'FERT', 60, 720, 2, '5', 13, 1, 1],
      [9, '头批采收', 'HARVEST', 75, 900, 6, '6,7', 19, 12, 5],
      [10, '分批采收', 'HARVEST', 84, null, 30, '9', 3, 40, 5],
      [11, '拉秧清园', 'TILL', 116, null, 4, '10', 2, 6, 4],
    ],
    inputs: [
      [1, 'F-SDL15', 1],
      [5, 'F-SR42', 1],
      [6, 'P-BCL70', 0.5],
      [8, 'F-SR42', 1],
    ],
    machines: [
      [1, '微耕机', 2],
      [11, '微耕机', 1.5],
    ],
  },
  {
    packageName: '菜心直播四十天',
    crop: 'CHOYSUM',
    description: '直播，两次追肥，采前七天不用药。',
    steps: [
      [1, '清园翻耕', 'TILL', -12, null, 3, '', 0, 3, 2],
      [2, '施基肥起畦', 'TILL', -7, null, 3, '1', 2, 4, 2],
      [3, '播种', 'SEEDLING', 0, null, 1, '2', 4, 2, 2],
      [4, '间苗', 'PATROL', 12, null, 2, '3', 11, 5, 3],
      [5, '第一次追肥', 'FERT', 15, null, 1, '4', 1, 1, 1],
      [6, '小菜蛾防治', 'SPRAY', 20, null, 1, '5', 4, 0.8, 1],
      [7, '第二次追肥', 'FERT', 25, 260, 1, '5', 9, 1, 1],
      [8, '采收', 'HARVEST', 38, null, 6, '6,7', 12, 18, 4],
    ],
    inputs: [
      [2, 'F-SDL15', 0.8],
      [5, 'F-NS46', 0.5],
      [6, 'P-DSMX', 0.5],
      [7, 'F-SR42', 1],
    ],
    machines: [
      [1, '微耕机', 0.8],
      [2, '微耕机', 1],
    ],
  },
  {
    packageName: '火龙果冬季补光促花',
    crop: 'PITAYA',
    description: '从修枝起算；补光 35 天后现蕾。',
    steps: [
      [1, '疏枝', 'PRUNE', 0, null, 6, '', 0, 4, 3],
      [2, '施促花肥', 'FERT', 6, null, 2, '1', 0, 1, 2],
      [3, '补光灯检修', 'PATROL', 3, null, 2, '', 0, 0.5, 1],
      [4, '夜间补光', 'PATROL', 10, null, 35, '1,3', 2, 0.6, 1],
      [5, '疏花疏果', 'PRUNE', 50, null, 5, '4', 4, 4, 3],
      [6, '壮果肥', 'FERT', 58, null, 2, '5', 2, 1, 2],
      [7, '采收', 'HARVEST', 85, null, 8, '6', 11, 10, 4],
    ],
    inputs: [
      [2, 'F-SR42', 1],
      [6, 'F-SR42', 1.2],
    ],
  },
]

/** Plans that go on: of which batch, by which package, and how far people are. */
interface SeasonPlan {
  planName: string
  batch: string
  package: string
  leader: string
  warehouse: string
  description: string
  /** Items that were there before anybody planned are taken out. */
  isLaterOn: boolean
  /** Begun, and not yet reported. */
  begun: readonly string[]
  /** Of the items that are due, those that were given to people; none: all that begin within a week. */
  released?: readonly string[]
}
export const seasonPlans: readonly SeasonPlan[] = [
  {
    planName: '东三区菜心第七茬',
    batch: '菜心第七茬（东三区）',
    package: '菜心直播四十天',
    leader: 'W003',
    warehouse: 'SQ-INPUT',
    description: '前茬清园拖了几天，翻耕还没有做完。',
    isLaterOn: false,
    begun: ['清园翻耕'],
    released: ['清园翻耕'],
  },
  {
    planName: '一号温室樱桃番茄',
    batch: '樱桃番茄（一号温室）',
    package: '大棚番茄长季节栽培',
    leader: 'W003',
    warehouse: 'SQ-INPUT',
    description: '缓苗后开始排计划，按积温追肥。',
    isLaterOn: true,
    begun: [],
  },
]
