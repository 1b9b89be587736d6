/** Bases; `edge`: their corners, in thousandths of a degree east and north of their middle. */
export const bases = [
  {
    areaName: '石碁蔬菜基地',
    areaCode: 'SQ',
    latlng: '22.9612,113.3421',
    // Plots in columns from the west; the last column has one alone.
    edge: [
      [-5.3, -4.2],
      [5.4, -4.2],
      [5.4, -2.1],
      [2.8, -2.1],
      [2.8, 4.2],
      [-5.3, 4.2],
    ],
    address: '广州市番禺区石碁镇海涌路',
    manager: '黄美玲',
    waterPrice: 1.6,
    powerPrice: 0.62,
    enabledFlag: 1,
    description: '叶菜与瓜果设施栽培，全部地块接入水肥一体化。',
  },
  {
    areaName: '沙湾水稻基地',
    areaCode: 'SW',
    latlng: '22.9087,113.3205',
    edge: [
      [-5.5, -4.3],
      [4.2, -4.3],
      [4.2, 4.3],
      [-5.5, 4.3],
    ],
    address: '广州市番禺区沙湾街龙岐村',
    manager: '何国强',
    waterPrice: 0.35,
    powerPrice: 0.62,
    enabledFlag: 1,
    description: '双季稻与冬种马铃薯轮作，三面环水，自流灌溉。',
  },
]
/** Plots by base: name, code, mu, kind, and where they lie relative to the base's centre. */
export const plots: Record<string, readonly (readonly [string, string, number, string])[]> = {
  SQ: [
    ['一号连栋温室', 'A01', 8.6, '温室'],
    ['二号连栋温室', 'A02', 8.6, '温室'],
    ['三号育苗温室', 'A03', 4.2, '温室'],
    ['东一区', 'B01', 22.4, '露地'],
    ['东二区', 'B02', 21.8, '露地'],
    ['东三区', 'B03', 23.1, '露地'],
    ['西一区', 'C01', 18.7, '露地'],
    ['西二区', 'C02', 19.3, '露地'],
    ['百香果园', 'D01', 35, '果园'],
    ['火龙果园', 'D02', 28.5, '果园'],
    ['番茄大棚甲', 'E01', 6.4, '大棚'],
    ['番茄大棚乙', 'E02', 6.4, '大棚'],
    ['试验田', 'F01', 3.2, '露地'],
  ],
  SW: [
    ['北一号田', 'N01', 42, '水田'],
    ['北二号田', 'N02', 44.5, '水田'],
    ['北三号田', 'N03', 40.8, '水田'],
    ['中一号田', 'M01', 38.6, '水田'],
    ['中二号田', 'M02', 39.2, '水田'],
    ['南一号田', 'S01', 45.3, '水田'],
    ['南二号田', 'S02', 46.1, '水田'],
    ['南三号田', 'S03', 43.7, '水田'],
    ['马铃薯轮作区', 'R01', 36.4, '旱地'],
    ['秧田', 'R02', 12.5, '水田'],
    ['蓄水塘', 'W01', 28, '水面'],
    ['沿河林带', 'W02', 15.2, '林地'],
  ],
}
const squareMetresPerMu = 10_000 / 15
const metresPerDegree = 111_320
/**
 * A field of that many mu around a point, a little longer than wide, each turned a little
 * otherwise.
 */
export function boundaryOf(lng: number, lat: number, mu: number, turn: number): [number, number][] {
  const height = Math.sqrt((mu * squareMetresPerMu) / 1.4) / 2
  const width = height * 1.4
  const angle = ((turn % 5) - 2) * 0.05
  return (
    [
      [-width, -height],
      [width, -height],
      [width, height],
      [-width, height],
    ] as const
  ).map(([x, y]) => {
    const east = x * Math.cos(angle) - y * Math.sin(angle)
    const north = x * Math.sin(angle) + y * Math.cos(angle)
    return [
      Number((lng + east / (metresPerDegree * Math.cos((lat * Math.PI) / 180))).toFixed(6)),
      Number((lat + north / metresPerDegree).toFixed(6)),
    ]
  })
}
export const units = [
  ['kg', '千克', 'kilogram'],
  ['g', '克', 'gram'],
  ['t', '吨', 'metric ton'],
  ['jin', '斤', 'jin (500 g)'],
  ['L', '升', 'liter'],
  ['mL', '毫升', 'milliliter'],
  ['mu', '亩', 'mu (666.7 m²)'],
  ['ha', '公顷', 'hectare'],
  ['bag', '袋', 'bag'],
  ['box', '箱', 'box'],
  ['bottle', '瓶', 'bottle'],
  ['barrel', '桶', 'barrel'],
  ['plant', '株', 'plant'],
  ['tray', '盘', 'seedling tray'],
  ['basket', '筐', 'basket'],
  ['roll', '卷', 'roll'],
  ['piece', '个', 'piece'],
  ['set', '套', 'set'],
  ['m', '米', 'meter'],
  ['m3', '立方米', 'cubic meter'],
  ['kWh', '千瓦时', 'kilowatt-hour'],
  ['h', '工时', 'working hour'],
  ['trip', '车次', 'trip'],
] as const
export const notices = [
  {
    title: '关于冬种生产安排的通知',
    noticeCategoryCode: 'ANNOUNCE',
    receiverTypeCode: 'ANNOUNCE',
    stickyFlag: 0,
    noticeBody:
      '<p>各生产组：</p><p>冬种马铃薯定于 <strong>11 月 28 日</strong> 起播种，请水稻组于 25 日前完成南片田块的翻耕与起垄，植保组同步做好土壤处理。</p><ul><li>种薯领用：仓储采购部，凭领料单</li><li>基肥：每亩有机肥 800 公斤、复合肥 50 公斤</li></ul>',
  },
  {
    title: '寒潮预警：做好大棚保温',
    noticeCategoryCode: 'NOTIFY',
    receiverTypeCode: 'ANNOUNCE',
    stickyFlag: 1,
    noticeBody:
      '<p>气象台预计 <strong>周日夜间</strong> 起气温降至 8℃ 左右。请蔬菜组：</p><ol><li>17:00 前关闭温室天窗与侧膜；</li><li>育苗温室开启加温，夜间不低于 14℃；</li><li>次日 9:00 后视棚温逐步通风。</li></ol>',
  },
  {
    title: '秋季农资盘点结果公示',
    noticeCategoryCode: 'ANNOUNCE',
    receiverTypeCode: 'ANNOUNCE',
    stickyFlag: 0,
    noticeBody:
      '<p>本季共盘点农资 126 项，账实相符 121 项，差异 5 项已完成复核并调整。感谢仓储采购部与各生产组配合。</p>',
  },
]

export const screens = [
  { screenName: '生产指挥大屏', screenAddress: '/web/farm/home', screenType: 1 },
  { screenName: '基地总览', screenAddress: '/web/farm/base', screenType: 2 },
]
