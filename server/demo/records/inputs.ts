import type { Product } from '../product-list.ts'

const input = { agriculturalFlag: 1, purchaseFlag: 1 }
const fertilizer = (nitrogen: number, phosphorus: number, potassium: number, registrationNumber: string, more: Record<string, unknown> = {}) => ({ ...input, nitrogen, phosphorus, potassium, registrationNumber, safetyInterval: 0, ...more })
const pesticide = (registrationNumber: string, safetyInterval: number, description?: string) => ({ ...input, lotFlag: 1, registrationNumber, safetyInterval, description })

/** What goes into the field. */
export const inputs: readonly Product[] = [
  ['史丹利复合肥 15-15-15', 'F-SDL15', 'fertilizer', '史丹利', 'bag', '50 公斤/袋', 158, 172, fertilizer(15, 15, 15, '鲁农肥（2021）准字 1186 号', { description: '基肥、追肥均可，每亩 30 至 50 公斤' })],
  ['尿素', 'F-NS46', 'fertilizer', '中海化学', 'bag', '50 公斤/袋', 112, 124, fertilizer(46.4, 0, 0, '琼农肥（2019）准字 0021 号')],
  ['硫酸钾', 'F-LSJ', 'fertilizer', '罗布泊', 'bag', '50 公斤/袋', 196, 215, fertilizer(0, 0, 52, '新农肥（2020）准字 0307 号')],
  ['过磷酸钙', 'F-GL', 'fertilizer', '云天化', 'bag', '50 公斤/袋', 46, 55, fertilizer(0, 16, 0, '滇农肥（2018）准字 0452 号')],
  ['高钾水溶肥 12-6-42', 'F-SR42', 'fertilizer', '金正大', 'bag', '5 公斤/袋', 68, 82, fertilizer(12, 6, 42, '农肥（2022）准字 20114 号', { description: '膨果期滴灌，每亩每次 5 公斤' })],
  ['平衡水溶肥 20-20-20', 'F-SR20', 'fertilizer', '金正大', 'bag', '5 公斤/袋', 62, 76, fertilizer(20, 20, 20, '农肥（2022）准字 20116 号')],
  ['海藻酸水溶肥', 'F-HZ', 'fertilizer', '明月', 'bottle', '1 升/瓶', 28, 36, fertilizer(6, 4, 8, '农肥（2020）准字 16287 号', { lotFlag: 1 })],
  ['商品有机肥', 'F-YJ', 'fertilizer', '番禺穗丰', 't', '袋装，有机质 ≥ 45%', 620, 720, fertilizer(2, 2, 1.5, '粤农肥（2021）准字 2250 号')],
  ['钙镁中量元素肥', 'F-GM', 'fertilizer', '雅苒', 'bag', '25 公斤/袋', 96, 110, fertilizer(15.5, 0, 0, '农肥（2019）准字 14201 号')],
  ['吡虫啉 70% 水分散粒剂', 'P-BCL70', 'pesticide', '拜耳', 'bottle', '100 克/瓶', 32, 39, pesticide('PD20096021', 7, '防治蚜虫、粉虱，每亩 2 至 4 克，每季最多 2 次')],
  ['代森锰锌 80% 可湿性粉剂', 'P-DSMX', 'pesticide', '利民', 'bag', '500 克/袋', 18, 24, pesticide('PD20070192', 15, '番茄早疫病发病初期喷雾')],
  ['氯虫苯甲酰胺 200 克/升', 'P-LCBJ', 'pesticide', '富美实', 'bottle', '100 毫升/瓶', 76, 88, pesticide('PD20100677', 5, '草地贪夜蛾、小菜蛾 3 龄前')],
  ['苏云金杆菌', 'P-BT', 'pesticide', '科诺', 'bag', '100 克/袋', 12, 16, pesticide('PD20084969', 0, '生物农药，傍晚喷施')],
  ['井冈霉素 20%', 'P-JGMS', 'pesticide', '钱江', 'bag', '50 克/袋', 3.2, 4.5, pesticide('PD20085216', 14, '水稻纹枯病')],
  ['春雷霉素 6%', 'P-CLMS', 'pesticide', '华北制药', 'bag', '100 克/袋', 15, 19, pesticide('PD20101457', 21)],
  ['阿维菌素 1.8% 乳油', 'P-AWJS', 'pesticide', '威远', 'bottle', '500 毫升/瓶', 26, 33, pesticide('PD20085735', 7)],
  ['苄嘧·丙草胺', 'P-BMBC', 'pesticide', '先正达', 'bag', '40 克/袋', 5.8, 7.5, pesticide('PD20093412', 60, '直播稻播后 2 至 4 天封闭除草')],
  ['黄板', 'T-HB', 'tool', '广植', 'piece', '25 × 40 厘米', 0.9, 1.5, { ...input, consumableFlag: 1, description: '每亩 20 至 30 张' }],
  ['性诱捕器', 'T-XY', 'tool', '宁波纽康', 'set', '斜纹夜蛾，含诱芯', 22, 28, { ...input }],
  ['银黑地膜', 'M-DM', 'film', '广塑', 'roll', '1.2 米 × 400 米，0.015 毫米', 138, 155, { ...input, consumableFlag: 1 }],
  ['大棚膜 PO', 'M-PO', 'film', '三菱', 'm', '8 米宽，0.1 毫米，五年', 42, 50, { ...input }],
  ['防虫网 60 目', 'M-FCW', 'film', '台州', 'm', '2 米宽', 3.6, 5, { ...input }],
  ['贴片式滴灌带', 'I-DGD', 'tool', '大禹', 'roll', '16 毫米，滴头距 20 厘米，1000 米/卷', 268, 310, { ...input, consumableFlag: 1 }],
  ['叠片过滤器', 'I-GLQ', 'tool', '阿科', 'piece', '2 寸，120 目', 185, 220, { purchaseFlag: 1 }],
  ['粤科达 301 番茄种子', 'S-T301', 'seed', '广东省农科院', 'bag', '1000 粒/袋', 85, 98, { ...input, lotFlag: 1 }],
  ['油绿 701 菜心种子', 'S-C701', 'seed', '广州市农科院', 'bag', '400 克/袋', 32, 40, { ...input, lotFlag: 1 }],
  ['美香占 2 号稻种', 'S-MXZ', 'seed', '金稻种业', 'bag', '2.5 公斤/袋', 45, 52, { ...input, lotFlag: 1 }],
  ['费乌瑞它脱毒种薯', 'S-FWRT', 'seed', '内蒙古民丰', 'kg', '原种，40 公斤/袋', 3.4, 4, { ...input, lotFlag: 1 }],
]
