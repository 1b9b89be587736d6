import type { Records } from '../records.ts'

/** Seeds the farm sows, two of them with a page that visitors read. */
export const seeds: Records = [
  'seed',
  'seedName',
  [
    {
      seedName: '美香占 2 号原种',
      seedEnName: 'Meixiangzhan No. 2',
      cropId: '@crop/RICE',
      varietyId: '@variety/R-MXZ2',
      corpEnName: 'Rice',
      publicity: '一碗有稻花香的丝苗米',
      germination: 88,
      thousandSeedWeight: 18.5,
      imageUrl: true,
      publicFlag: 1,
      farmingPractices: [
        {
          name: '浸种催芽',
          description:
            '<p>清水选种，去掉浮粒；25 °C 浸 24 小时，中间换水两次，沥干后 32 °C 催芽至露白。</p>',
        },
        {
          name: '播种插秧',
          description: '<p>每亩用种 2 公斤，秧龄 18–22 天，行距 25 厘米，每亩 1.6 万穴。</p>',
        },
        {
          name: '水分管理',
          description:
            '<ul><li>浅水返青，够苗晒田</li><li>抽穗扬花不能断水</li><li>收割前 7 天断水</li></ul>',
        },
      ],
      productAttributes: [
        { name: '香味', enName: 'Aroma', description: '煮饭时有稻花香。' },
        { name: '粒形', enName: 'Grain', description: '细长晶莹，长宽比 3.4。' },
        { name: '口感', enName: 'Texture', description: '软而不黏，冷饭不硬。' },
      ],
    },
    {
      seedName: '油绿 701 菜心种子',
      seedEnName: 'Youlü 701',
      cropId: '@crop/CHOYSUM',
      varietyId: '@variety/C-701',
      corpEnName: 'Choy sum',
      publicity: '一个月就能上桌的菜心',
      germination: 92,
      thousandSeedWeight: 1.6,
      imageUrl: true,
      publicFlag: 1,
      farmingPractices: [
        { name: '直播', description: '<p>每亩用种 400 克，拌细沙撒播，盖土 0.5 厘米。</p>' },
        { name: '间苗', description: '<p>两片真叶时间苗一次，株距 8–10 厘米。</p>' },
      ],
      productAttributes: [{ name: '薹色', enName: 'Colour', description: '油绿有光泽。' }],
    },
    {
      seedName: '粤科达 301 番茄种子',
      seedEnName: 'Yuekeda 301',
      cropId: '@crop/TOMATO',
      varietyId: '@variety/T-301',
      corpEnName: 'Tomato',
      germination: 90,
      thousandSeedWeight: 3.2,
      publicFlag: 0,
    },
  ],
]
