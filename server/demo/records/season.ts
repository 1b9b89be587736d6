/** A season that is going on: what stands on which plots. Days are counted from today. */
export interface SeasonBatch {
  batchName: string
  variety: string
  plots: readonly string[]
  plantedIn: number
  manager: string
  /** Plants or seed, and what they are counted in. */
  quantity: readonly [number, string]
  state: 'planned' | 'growing' | 'harvesting' | 'finished'
  finishedIn?: number
  /** Yuan a kilogram, as expected. */
  price?: number
  /** Yuan that a sale brought, and on which day. */
  sold?: readonly (readonly [day: number, amount: number])[]
  /** Kilograms, and the day on which they were weighed. */
  yields?: readonly (readonly [day: number, weight: number])[]
  /** Stage, from 0, and the day on which somebody saw it. */
  seen?: readonly [place: number, day: number, note: string]
}
export const seasonBatches: readonly SeasonBatch[] = [
  {
    batchName: '早稻 19 香（南片）',
    price: 2.9,
    sold: [[-120, 112_400]],
    variety: 'R-19X',
    plots: ['SW-S01', 'SW-S02'],
    plantedIn: -250,
    manager: 'W002',
    quantity: [190, 'kg'],
    state: 'finished',
    finishedIn: -135,
    yields: [
      [-138, 20_460],
      [-136, 18_930],
    ],
  },
  {
    batchName: '菜心第五茬（东一区）',
    price: 3.6,
    sold: [
      [-28, 35_900],
      [-24, 49_700],
    ],
    variety: 'C-701',
    plots: ['SQ-B01'],
    plantedIn: -62,
    manager: 'W001',
    quantity: [11, 'kg'],
    state: 'finished',
    finishedIn: -25,
    yields: [
      [-29, 9_840],
      [-27, 8_660],
      [-25, 5_120],
    ],
  },
  {
    batchName: '秋番茄 301（大棚）',
    price: 4.2,
    variety: 'T-301',
    plots: ['SQ-E01', 'SQ-E02'],
    plantedIn: -70,
    manager: 'W003',
    quantity: [28_000, 'plant'],
    state: 'growing',
    seen: [2, -12, '第二穗果转白，比计划早三天'],
  },
  {
    batchName: '樱桃番茄（一号温室）',
    price: 9.5,
    variety: 'T-QX',
    plots: ['SQ-A01'],
    plantedIn: -40,
    manager: 'W003',
    quantity: [19_000, 'plant'],
    state: 'growing',
  },
  {
    batchName: '菜心第六茬（东一区）',
    price: 3.8,
    variety: 'C-701',
    plots: ['SQ-B01'],
    plantedIn: -20,
    manager: 'W001',
    quantity: [11, 'kg'],
    state: 'growing',
  },
  {
    batchName: '粗薹菜心（东二区）',
    price: 4.6,
    variety: 'C-BL',
    plots: ['SQ-B02'],
    plantedIn: -33,
    manager: 'W001',
    quantity: [10, 'kg'],
    state: 'growing',
    seen: [2, -4, '低温，抽薹推迟'],
  },
  {
    batchName: '全年生菜（西一区）',
    price: 3.2,
    variety: 'L-IT',
    plots: ['SQ-C01'],
    plantedIn: -28,
    manager: 'W001',
    quantity: [93_000, 'plant'],
    state: 'growing',
  },
  {
    batchName: '晚稻美香占（北片）',
    price: 3.3,
    variety: 'R-MXZ2',
    plots: ['SW-N01', 'SW-N02', 'SW-N03'],
    plantedIn: -108,
    manager: 'W002',
    quantity: [260, 'kg'],
    state: 'harvesting',
    yields: [
      [-2, 16_800],
      [-1, 15_350],
    ],
  },
  {
    batchName: '晚稻 19 香（中片）',
    price: 3.1,
    variety: 'R-19X',
    plots: ['SW-M01', 'SW-M02'],
    plantedIn: -99,
    manager: 'W005',
    quantity: [165, 'kg'],
    state: 'growing',
  },
  {
    batchName: '黄金百香果',
    price: 11.8,
    sold: [
      [-17, 24_900],
      [-10, 41_300],
    ],
    variety: 'B-HJ',
    plots: ['SQ-D01'],
    plantedIn: -162,
    manager: 'W003',
    quantity: [3_850, 'plant'],
    state: 'harvesting',
    yields: [
      [-18, 2_150],
      [-11, 3_480],
      [-4, 4_020],
    ],
  },
  {
    batchName: '冬种马铃薯',
    variety: 'P-FAV',
    plots: ['SW-R01'],
    plantedIn: 4,
    manager: 'W002',
    quantity: [5_460, 'kg'],
    state: 'planned',
  },
  {
    batchName: '菜心第七茬（东三区）',
    variety: 'C-701',
    plots: ['SQ-B03'],
    plantedIn: 6,
    manager: 'W001',
    quantity: [12, 'kg'],
    state: 'planned',
  },
]

/** What a mu takes while it grows: kind, what, how much, its unit, yuan, and at which part of the season. */
export const seasonCosts = [
  ['machine', '翻耕起垄', 1, '亩', 95, 0],
  ['input', '有机肥', 400, 'kg', 260, 0.02],
  ['input', '种苗与药剂', 1, '亩', 216, 0.04],
  ['input', '复合肥追肥', 25, 'kg', 92, 0.3],
  ['labor', '定植与田间管理', 2.7, '工日', 486, 0.45],
  ['water', '灌溉用水', 38, 'm³', 22, 0.5],
  ['power', '水泵用电', 16, 'kWh', 13, 0.5],
] as const

type Entry = readonly [
  daysAgo: number,
  hour: number,
  who: 'worker' | 'zengqiang' | 'luoxiaoyan' | 'huangmei',
  level: 'info' | 'warn' | 'error',
  /** Where: a plot, or a batch by its place in the list above. */
  where: string | number,
  title: string,
  text: string,
  pictured?: true,
]
/** What people wrote down over the last weeks, the newest first. */
export const seasonEntries: readonly Entry[] = [
  [0, 7, 'worker', 'info', 4, '菜心巡田', '苗齐苗壮，两叶一心，墒情合适。', true],
  [0, 8, 'zengqiang', 'warn', 2, '大棚甲裂果', '第二穗约一成裂果，昨夜滴灌偏多，今天减半。', true],
  [1, 9, 'huangmei', 'info', 7, '北片开镰', '两台收割机下田，含水率 21%。', true],
  [1, 16, 'luoxiaoyan', 'info', 9, '百香果分级', '今天分级 860 公斤，一级果七成。', true],
  [2, 8, 'worker', 'warn', 5, '菜心黄曲条跳甲', '东二区南侧虫孔明显，建议傍晚防治。', true],
  [2, 10, 'huangmei', 'info', 7, '北一号田收割', '亩产估 420 公斤，倒伏不到半亩。', true],
  [3, 7, 'zengqiang', 'info', 3, '樱桃番茄绑蔓', '一号温室完成第三道绑蔓。', true],
  [3, 15, 'worker', 'info', 6, '生菜浇水', '西一区滴灌四十分钟。'],
  [4, 9, 'worker', 'info', 5, '抽薹推迟', '受低温影响，预计晚四天采收。', true],
  [4, 17, 'luoxiaoyan', 'info', 9, '百香果采收', '采收 4020 公斤，全部入库。'],
  [5, 8, 'huangmei', 'info', 8, '中片晒田', '排水沟已清，田面可站人。', true],
  [
    6,
    8,
    'zengqiang',
    'error',
    2,
    '卷膜电机失灵',
    '大棚乙东侧卷膜放不下来，已手动放膜，报设备组维修。',
    true,
  ],
  [6, 14, 'worker', 'info', 6, '生菜追肥', '冲施平衡肥，每亩八公斤。'],
  [7, 9, 'huangmei', 'info', 10, '马铃薯地翻耕', '轮作区翻耕两遍，起垄待播。', true],
  [8, 7, 'worker', 'info', 4, '菜心间苗', '株距十二厘米，缺苗处补播。', true],
  [9, 10, 'zengqiang', 'info', 3, '番茄疏花', '每穗留四到五朵。'],
  [10, 8, 'huangmei', 'warn', 7, '稻飞虱', '北二号田百丛 620 头，已安排统防。', true],
  [11, 16, 'luoxiaoyan', 'info', 9, '百香果采收', '第二批采收 3480 公斤。', true],
  [12, 9, 'zengqiang', 'info', 2, '番茄转白', '第二穗果转白，进入结果期。', true],
  [13, 8, 'worker', 'info', 5, '菜心培土', '东二区培土除草完成。'],
  [14, 9, 'worker', 'info', 6, '生菜定植后查苗', '成活率九成六，缺苗已补。', true],
  [15, 10, 'huangmei', 'info', 8, '中片灌浆', '穗色开始转黄，下部籽粒已硬。', true],
  [16, 8, 'zengqiang', 'info', 3, '温室黄板更换', '更换黄板四十张，粉虱少。'],
  [18, 15, 'luoxiaoyan', 'info', 9, '百香果首采', '首批采收 2150 公斤，糖度 17。', true],
  [19, 8, 'worker', 'info', 4, '东一区播种', '第六茬菜心机播完成。', true],
  [20, 9, 'huangmei', 'info', 7, '水稻断水', '北片开始断水，准备收割。'],
  [21, 8, 'zengqiang', 'warn', 2, '番茄灰霉病', '大棚甲北端发现病叶，摘除并加强通风。', true],
  [22, 10, 'worker', 'info', 'SQ-B03', '东三区整地', '旋耕两遍，施有机肥每亩四百公斤。', true],
  [23, 9, 'huangmei', 'info', 8, '无人机植保', '中片统一防治纹枯病。', true],
  [25, 16, 'worker', 'info', 1, '菜心末采', '第五茬收完，合计 23.6 吨。', true],
  [27, 8, 'luoxiaoyan', 'info', 1, '菜心采收', '早上六点开采，预冷后发车。'],
  [29, 7, 'worker', 'info', 1, '菜心开采', '主薹长二十五厘米，开采。', true],
  [31, 9, 'worker', 'info', 5, '粗薹菜心出苗', '出苗九成以上。'],
  [33, 10, 'huangmei', 'info', 'SW-W01', '蓄水塘水位', '水位 2.1 米，够灌两轮。', true],
  [35, 8, 'zengqiang', 'info', 3, '樱桃番茄缓苗', '缓苗整齐，开始吊蔓。', true],
  [37, 15, 'huangmei', 'warn', 9, '台风前加固', '百香果棚架加固，排水沟清淤。', true],
  [38, 9, 'huangmei', 'error', 9, '台风过后', '棚架倒了两行，约一百二十株受损，已扶正。', true],
  [40, 8, 'zengqiang', 'info', 3, '一号温室定植', '苗龄三十天，定植一万九千株。', true],
  [42, 9, 'worker', 'info', 1, '菜心防虫', '铺防虫网，诱捕器换芯。'],
  [45, 8, 'huangmei', 'info', 8, '水稻抽穗', '中片抽穗整齐。', true],
]
