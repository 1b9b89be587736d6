import type { Records } from '../records.ts'

export const articles: readonly Records[] = [
  [
    'article-category',
    'categoryName',
    [
      { categoryName: '栽培技术', sort: 1, enabledFlag: 1 },
      { categoryName: '病虫防治', sort: 2, enabledFlag: 1 },
      { categoryName: '政策通知', sort: 3, enabledFlag: 1 },
      { categoryName: '基地动态', sort: 4, enabledFlag: 1 },
    ],
  ],
  [
    'article',
    'title',
    [
      {
        title: '番茄冬季保花保果要点',
        categoryId: '@article-category/栽培技术',
        author: '黄美玲',
        hotFlag: 1,
        enabledFlag: 1,
        summary: '夜温低于 15℃ 时坐果率明显下降，从温度、光照、水肥三方面应对。',
        content:
          '<p>夜温低于 <strong>15℃</strong> 时花粉活力下降，建议：</p><ol><li>16:30 前收棚保温，夜间不低于 14℃；</li><li>晴天上午揭膜补光，湿度控制在 70% 以下；</li><li>每 7 天追一次高钾水溶肥，每亩 5 公斤。</li></ol>',
      },
      {
        title: '草地贪夜蛾识别与处置',
        categoryId: '@article-category/病虫防治',
        author: '谭伟民',
        hotFlag: 1,
        enabledFlag: 1,
        summary: '玉米、稻田周边重点监测，3 龄前用药。',
        content:
          '<p>成虫前翅有一环形纹；低龄幼虫聚集危害心叶。</p><ul><li>性诱捕器每亩 1 个，早晚查看</li><li>百株虫量达 5 头即用药，优先选用生物农药</li></ul>',
      },
      {
        title: '2026 年晚造水稻收割安排',
        categoryId: '@article-category/基地动态',
        author: '何国强',
        hotFlag: 0,
        enabledFlag: 1,
        summary: '沙湾基地 11 月 10 日起开镰。',
        content: '<p>北片三块田先行，预计 <strong>5 天</strong> 收完；雨天顺延。</p>',
      },
    ],
  ],
  [
    'banner',
    'title',
    [
      {
        title: '沙湾晚造开镰',
        picture: true,
        link: '/web/farm/base',
        sort: 1,
        enabledFlag: 1,
      },
      { title: '番茄采收季', picture: true, link: '/system/article', sort: 2, enabledFlag: 1 },
    ],
  ],
]
