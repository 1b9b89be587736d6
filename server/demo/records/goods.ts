import type { Product } from '../product-list.ts'

const input = { agriculturalFlag: 1, purchaseFlag: 1 }
const sku = (
  combination: string,
  code: string,
  costPrice: number,
  retailPrice: number,
  vipPrice: number,
) => ({ combination, code, costPrice, retailPrice, vipPrice })
const sold = { saleFlag: 1, lotFlag: 1 }

/** What is used around it, and what comes out of it. */
export const goods: readonly Product[] = [
  ['育苗基质', 'T-JZ', 'other', '品氏托普', 'bag', '300 升/包', 98, 115, { ...input }],
  [
    '72 孔穴盘',
    'T-XP72',
    'tool',
    '台州',
    'piece',
    '54 × 28 厘米',
    1.1,
    1.6,
    { purchaseFlag: 1, consumableFlag: 1 },
  ],
  [
    '采收筐',
    'K-CSK',
    'packaging',
    '丰顺',
    'piece',
    '60 × 42 × 34 厘米，可叠',
    24,
    30,
    { purchaseFlag: 1 },
  ],
  [
    '番茄彩箱',
    'K-FQX',
    'packaging',
    '番禺纸业',
    'piece',
    '2.5 公斤装',
    2.3,
    3,
    { purchaseFlag: 1, consumableFlag: 1 },
  ],
  [
    '保鲜盒',
    'K-BXH',
    'packaging',
    '佛山塑包',
    'piece',
    '500 克装，PET',
    0.45,
    0.8,
    { purchaseFlag: 1, consumableFlag: 1 },
  ],
  [
    '番茄',
    'C-FQ',
    'produce',
    '穗丰',
    'kg',
    '当日采收',
    3.2,
    7.6,
    {
      ...sold,
      skus: [
        sku('特级 500 克/盒', 'C-FQ-A5', 4.6, 12.8, 11.5),
        sku('特级 2.5 公斤/箱', 'C-FQ-A25', 4.2, 10.4, 9.6),
        sku('一级 2.5 公斤/箱', 'C-FQ-B25', 3.4, 7.8, 7.2),
        sku('一级 10 公斤/筐', 'C-FQ-B10', 3.1, 6.6, 6),
        sku('统货 10 公斤/筐', 'C-FQ-C10', 2.4, 4.2, 3.9),
      ],
    },
  ],
  [
    '菜心',
    'C-CX',
    'produce',
    '穗丰',
    'kg',
    '油绿 701',
    2.6,
    6.4,
    {
      ...sold,
      skus: [
        sku('特级 500 克/盒', 'C-CX-A5', 3.8, 10.8, 9.8),
        sku('一级 10 公斤/筐', 'C-CX-B10', 2.5, 5.6, 5.1),
        sku('统货 10 公斤/筐', 'C-CX-C10', 1.9, 3.6, 3.3),
      ],
    },
  ],
  [
    '意大利生菜',
    'C-SC',
    'produce',
    '穗丰',
    'kg',
    '全年耐抽薹',
    2,
    5.2,
    {
      ...sold,
      skus: [
        sku('特级 500 克/盒', 'C-SC-A5', 3.2, 9.2, 8.4),
        sku('一级 10 公斤/筐', 'C-SC-B10', 1.9, 4.4, 4),
      ],
    },
  ],
  [
    '黄金百香果',
    'C-BXG',
    'produce',
    '穗丰',
    'kg',
    '单果 70 克以上',
    8,
    19.8,
    {
      ...sold,
      skus: [
        sku('特级 2.5 公斤/箱', 'C-BXG-A25', 9.5, 24, 22),
        sku('一级 2.5 公斤/箱', 'C-BXG-B25', 7.8, 17.6, 16),
      ],
    },
  ],
  ['美香占丝苗米', 'C-MXZ', 'produce', '穗丰', 'bag', '真空 5 公斤/袋', 21, 39.8, { ...sold }],
]
