interface More {
  hours?: number
  priority?: 'low' | 'normal' | 'high' | 'urgent'
  what?: string
  /** Code, lot and how much of it. */
  used?: readonly (readonly [code: string, lot: string | null, quantity: number])[]
  /** Kinds of machines, and how long each was driven. */
  machines?: readonly (readonly [kind: string, hours: number])[]
  /** Cubic meters that no meter counts. */
  water?: number
  /** Kilograms. */
  picked?: number
  /** Of what is paid by the piece: so many of each person, the leader first; null: paid by the hour. */
  pieces?: readonly (number | null)[]
}
/** Title, kind, plot, who leads and who takes part; from so many days ago to so many. */
export type Planned = readonly [
  title: string,
  type: string,
  plot: string,
  leader: string | null,
  others: readonly string[],
  from: number,
  to: number,
  more?: More,
]

/** Of a task that does not say. */
export const usualHours = 4
/** What was accepted: within the fortnight in which people can still tell when they did it. */
export const past: readonly Planned[] = [
  [
    '东一区中耕松土',
    'TILL',
    'SQ-B01',
    '李大山',
    ['曾强'],
    13,
    13,
    {
      hours: 7,
      machines: [
        ['微耕机', 9.5],
        ['拖拉机', 3],
      ],
    },
  ],
  ['东一区菜心补苗', 'PLANT', 'SQ-B01', '罗小燕', ['卢桂芳'], 12, 12, { hours: 8 }],
  [
    '东一区追肥',
    'FERT',
    'SQ-B01',
    '李大山',
    [],
    6,
    6,
    { hours: 3, used: [['F-SR42', null, 6]], water: 14.5, what: '每亩 15 公斤，随滴灌施入。' },
  ],
  ['东二区黄板更换', 'PATROL', 'SQ-B02', '曾强', [], 9, 9, { hours: 1 }],
  ['番茄大棚甲整枝绑蔓', 'PRUNE', 'SQ-E01', '曾强', ['卢桂芳'], 8, 7, { hours: 5.5 }],
  ['番茄大棚甲采收', 'HARVEST', 'SQ-E01', '罗小燕', ['卢桂芳'], 5, 5, { hours: 7, picked: 860 }],
  ['番茄大棚乙采收', 'HARVEST', 'SQ-E02', '罗小燕', ['卢桂芳'], 4, 4, { hours: 6, picked: 715 }],
  ['火龙果园修枝', 'PRUNE', 'SQ-D02', '李大山', [], 12, 10, { hours: 6 }],
  ['火龙果园采收', 'HARVEST', 'SQ-D02', '罗小燕', ['李大山'], 2, 2, { hours: 7, picked: 1240 }],
  [
    '番茄大棚甲计件采收',
    'PICK',
    'SQ-E01',
    '罗小燕',
    ['卢桂芳', '曾强'],
    3,
    3,
    {
      hours: 6.5,
      picked: 545,
      pieces: [460.5, 428, null],
      what: '转红七成以上，带蒂采，每筐过秤。',
    },
  ],
  [
    '番茄大棚乙计件采收',
    'PICK',
    'SQ-E02',
    '罗小燕',
    ['卢桂芳'],
    1,
    1,
    { hours: 6, picked: 431, pieces: [452, 410] },
  ],
  ['北一号田晚稻灌水', 'WATER', 'SW-N01', '何国强', [], 13, 13, { hours: 2 }],
  [
    '北一号田追肥',
    'FERT',
    'SW-N01',
    '何国强',
    [],
    12,
    12,
    { hours: 4, used: [['F-NS46', null, 4]] },
  ],
  ['水泵检修', 'PUMP', 'SW-W01', '何国强', ['彭海涛'], 11, 11, { hours: 3 }],
  ['二号温室巡查', 'PATROL', 'SQ-A02', '曾强', [], 2, 2, { hours: 1 }],
  [
    '番茄大棚乙喷药防小菜蛾',
    'SPRAY',
    'SQ-E02',
    '李大山',
    [],
    1,
    0,
    { hours: 2, used: [['P-DSMX', 'DS2602', 2]], what: '避开中午高温，叶背喷匀。' },
  ],
]
/** What was reported, and nobody has accepted yet. */
export const waiting: readonly Planned[] = [
  ['东三区除草', 'PATROL', 'SQ-B03', '曾强', ['卢桂芳'], 2, 0, { hours: 5 }],
  [
    '火龙果园计件采收',
    'PICK',
    'SQ-D02',
    '罗小燕',
    ['李大山'],
    1,
    0,
    { hours: 6, picked: 512, pieces: [530.5, 493] },
  ],
  ['西一区追肥', 'FERT', 'SQ-C01', '李大山', [], 1, 0, { hours: 3, used: [['F-SR42', null, 5]] }],
]
/** What goes on, waits, is late, or is nobody’s yet; the first three have begun. */
export const standing: readonly Planned[] = [
  ['百香果园绑蔓', 'PRUNE', 'SQ-D01', '李大山', ['曾强'], 1, -1, { hours: 8 }],
  ['一号温室灌溉', 'WATER', 'SQ-A01', '曾强', [], 0, 0, { hours: 1.5 }],
  [
    '中一号田收割',
    'HARVEST',
    'SW-M01',
    '何国强',
    ['彭海涛'],
    1,
    -2,
    { hours: 8, priority: 'high' },
  ],
  ['西二区整地起垄', 'TILL', 'SQ-C02', '李大山', ['卢桂芳'], 4, 1, { hours: 7, priority: 'high' }],
  ['育苗温室播种', 'SEEDLING', 'SQ-A03', '罗小燕', [], 3, 1, { hours: 8 }],
  [
    '大棚夜间保温检查',
    'PATROL',
    'SQ-E01',
    '李大山',
    [],
    0,
    0,
    { hours: 1, priority: 'urgent', what: '寒潮预警：17:00 前关好天窗和侧膜。' },
  ],
  ['东二区菜心采收', 'HARVEST', 'SQ-B02', '罗小燕', ['卢桂芳'], 0, -1, { hours: 7 }],
  ['东三区追肥', 'FERT', 'SQ-B03', '曾强', [], -1, -2, { hours: 3, used: [['F-SR42', null, 6]] }],
  ['火龙果园补光灯检查', 'PATROL', 'SQ-D02', '李大山', [], -2, -3, { hours: 2, priority: 'low' }],
  ['北二号田翻耕', 'TILL', 'SW-N02', '何国强', ['彭海涛'], -2, -4, { hours: 8 }],
  ['南一号田起垄', 'TILL', 'SW-S01', null, [], -3, -6, { hours: 8 }],
  ['马铃薯种薯切块', 'SEEDLING', 'SW-R01', null, [], -2, -3, { hours: 6, priority: 'high' }],
  ['沿河林带清理', 'PATROL', 'SW-W02', null, [], -5, -9, { priority: 'low' }],
]
