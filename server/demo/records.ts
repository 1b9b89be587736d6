/** Ordinary records by the path that takes them; what starts with `@` stands for the id of a record made before. */
export const records: readonly (readonly [path: string, key: string, rows: readonly Record<string, unknown>[]])[] = [
  ['crop', 'code', [
    { name: '番茄', code: 'TOMATO', category: 'melon', baseTemperature: 10, upperTemperature: 35, enabledFlag: 1, description: '大棚周年栽培，一年两茬' },
    { name: '菜心', code: 'CHOYSUM', category: 'vegetable', baseTemperature: 8, upperTemperature: 32, enabledFlag: 1, description: '露地为主，30 至 40 天采收' },
    { name: '生菜', code: 'LETTUCE', category: 'vegetable', baseTemperature: 5, upperTemperature: 28, enabledFlag: 1 },
    { name: '黄瓜', code: 'CUCUMBER', category: 'melon', baseTemperature: 12, upperTemperature: 35, enabledFlag: 1 },
    { name: '水稻', code: 'RICE', category: 'grain', baseTemperature: 10, upperTemperature: 38, enabledFlag: 1, description: '双季稻，早造 3 月育秧，晚造 7 月' },
    { name: '马铃薯', code: 'POTATO', category: 'tuber', baseTemperature: 7, upperTemperature: 28, enabledFlag: 1, description: '冬种轮作' },
    { name: '百香果', code: 'PASSION', category: 'fruit', baseTemperature: 12, upperTemperature: 35, enabledFlag: 1 },
    { name: '火龙果', code: 'PITAYA', category: 'fruit', baseTemperature: 12, upperTemperature: 38, enabledFlag: 1 },
  ]],
  ['variety', 'code', [
    { name: '粤科达 301 番茄', code: 'T-301', cropId: '@crop/TOMATO', growthDays: 115, yieldPerMu: 6500, source: '广东省农科院蔬菜所', enabledFlag: 1, guide: '<h3>定植</h3><p>苗龄 30 天，每亩 2200 株，双行高畦。</p><h3>水肥</h3><ul><li>坐果前控水，EC 1.8</li><li>膨果期每亩每次 3 方水，EC 2.4</li></ul>' },
    { name: '千禧樱桃番茄', code: 'T-QX', cropId: '@crop/TOMATO', growthDays: 105, yieldPerMu: 4200, source: '农友种苗', enabledFlag: 1 },
    { name: '油绿 701 菜心', code: 'C-701', cropId: '@crop/CHOYSUM', growthDays: 35, yieldPerMu: 1100, source: '广州市农科院', enabledFlag: 1 },
    { name: '碧绿粗薹菜心', code: 'C-BL', cropId: '@crop/CHOYSUM', growthDays: 42, yieldPerMu: 1350, source: '广州市农科院', enabledFlag: 1 },
    { name: '意大利全年耐抽薹生菜', code: 'L-IT', cropId: '@crop/LETTUCE', growthDays: 50, yieldPerMu: 1800, source: '中蔬种业', enabledFlag: 1 },
    { name: '美香占 2 号', code: 'R-MXZ2', cropId: '@crop/RICE', growthDays: 112, yieldPerMu: 430, source: '广东省农科院水稻所', enabledFlag: 1, guide: '<p>优质丝苗米，抗倒性中等，后期忌断水过早。</p>' },
    { name: '19 香', code: 'R-19X', cropId: '@crop/RICE', growthDays: 114, yieldPerMu: 445, source: '广东省农科院水稻所', enabledFlag: 1 },
    { name: '费乌瑞它', code: 'P-FAV', cropId: '@crop/POTATO', growthDays: 75, yieldPerMu: 2100, source: '内蒙古脱毒种薯', enabledFlag: 1 },
    { name: '黄金百香果', code: 'B-HJ', cropId: '@crop/PASSION', growthDays: 180, yieldPerMu: 1500, source: '福建组培苗', enabledFlag: 1 },
    { name: '金都一号火龙果', code: 'H-JD1', cropId: '@crop/PITAYA', growthDays: 240, yieldPerMu: 2600, source: '广西农科院', enabledFlag: 1 },
  ]],
  ['task-type', 'code', [
    { name: '整地起垄', code: 'TILL', category: 'farming', standardHours: 4, enabledFlag: 1 }, { name: '育苗', code: 'SEEDLING', category: 'farming', standardHours: 8, enabledFlag: 1 },
    { name: '定植', code: 'PLANT', category: 'farming', standardHours: 6, enabledFlag: 1 }, { name: '整枝绑蔓', code: 'PRUNE', category: 'farming', standardHours: 5, enabledFlag: 1 },
    { name: '灌溉', code: 'WATER', category: 'irrigation', standardHours: 1.5, enabledFlag: 1 }, { name: '追肥', code: 'FERT', category: 'irrigation', standardHours: 2, enabledFlag: 1 },
    { name: '喷药', code: 'SPRAY', category: 'protection', standardHours: 3, enabledFlag: 1, description: '须记录药剂、浓度与安全间隔期' }, { name: '换黄板', code: 'TRAP', category: 'protection', standardHours: 1, enabledFlag: 1 },
    { name: '采收', code: 'HARVEST', category: 'harvest', standardHours: 7, enabledFlag: 1 }, { name: '田间巡查', code: 'PATROL', category: 'patrol', standardHours: 1, enabledFlag: 1 },
    { name: '水泵检修', code: 'PUMP', category: 'maintenance', standardHours: 3, enabledFlag: 1 },
  ]],
  ['worker', 'workerCode', [
    { realName: '李大山', workerCode: 'W001', phone: '13800138003', kind: 'permanent', areaId: '@area/SQ', skills: '叶菜栽培、滴灌', dayWage: 180, joinedOn: '2019-03-01', enabledFlag: 1 },
    { realName: '何国强', workerCode: 'W002', phone: '13922201014', kind: 'permanent', areaId: '@area/SW', skills: '插秧机、收割机', dayWage: 220, joinedOn: '2018-05-12', enabledFlag: 1 },
    { realName: '曾强', workerCode: 'W003', phone: '13922201018', kind: 'permanent', areaId: '@area/SQ', skills: '番茄整枝', dayWage: 180, joinedOn: '2021-02-20', enabledFlag: 1 },
    { realName: '罗小燕', workerCode: 'W004', phone: '13922201019', kind: 'seasonal', areaId: '@area/SQ', skills: '采收、分级', dayWage: 150, joinedOn: '2024-09-01', enabledFlag: 1 },
    { realName: '彭海涛', workerCode: 'W005', phone: '13922201020', kind: 'permanent', areaId: '@area/SW', skills: '植保无人机', dayWage: 240, joinedOn: '2020-07-15', enabledFlag: 1 },
    { realName: '卢桂芳', workerCode: 'W006', phone: '13922201031', kind: 'daily', areaId: '@area/SQ', skills: '采收', dayWage: 140, joinedOn: '2026-10-08', enabledFlag: 1 },
    { realName: '梁伯', workerCode: 'W007', phone: '13922201032', kind: 'seasonal', areaId: '@area/SW', skills: '看水', dayWage: 130, joinedOn: '2022-03-03', enabledFlag: 0 },
  ]],
  ['trading-partner', 'code', [
    { name: '广州绿源农资有限公司', code: 'LY', category: 'supplier', abbreviation: '绿源农资', contact: '冯志明', contactPhone: '13710020031', address: '广州市番禺区大石街植村工业二路 12 号', bank: '中国农业银行番禺支行', account: '4400 1581 0300 5900 1234', taxNumber: '91440113MA5AQ3XK1T', enabledFlag: 1 },
    { name: '佛山金穗种业有限公司', code: 'JS', category: 'supplier', abbreviation: '金穗种业', contact: '麦伟强', contactPhone: '13600020032', address: '佛山市顺德区陈村镇花卉世界', enabledFlag: 1 },
    { name: '江南果菜批发市场 B12 档', code: 'JN-B12', category: 'customer', abbreviation: '江南 B12', contact: '邓永祥', contactPhone: '13500020033', address: '广州市白云区增槎路 926 号', enabledFlag: 1 },
    { name: '钱大妈华南配送中心', code: 'QDM', category: 'customer', abbreviation: '钱大妈', contact: '许丽', contactPhone: '13400020034', address: '东莞市洪梅镇河西路', enabledFlag: 1 },
    { name: '沙湾镇农机合作社', code: 'SWNJ', category: 'both', abbreviation: '沙湾农机', contact: '简叔', contactPhone: '13300020035', address: '广州市番禺区沙湾街龙湾村', enabledFlag: 1, description: '租收割机；也向我们购种薯' },
  ]],
  ['warehouse', 'code', [
    { name: '石碁农资仓', code: 'SQ-INPUT', areaId: '@area/SQ', address: '石碁基地东门', managerName: '吴志远', managerPhone: '13922201012', negativeFlag: 0, enabledFlag: 1, description: '农药、肥料分间存放' },
    { name: '石碁采后冷库', code: 'SQ-COLD', areaId: '@area/SQ', address: '石碁基地加工间旁', managerName: '梁淑芬', managerPhone: '13922201016', negativeFlag: 0, enabledFlag: 1, description: '2 至 8℃，容量 40 吨' },
    { name: '沙湾粮仓', code: 'SW-GRAIN', areaId: '@area/SW', address: '沙湾基地晒场旁', managerName: '何国强', managerPhone: '13922201014', negativeFlag: 0, enabledFlag: 1 },
    { name: '工具房', code: 'TOOLS', areaId: '@area/SQ', managerName: '吴志远', negativeFlag: 1, enabledFlag: 1 },
  ]],
  ['article-category', 'categoryName', [
    { categoryName: '栽培技术', sort: 1, enabledFlag: 1 }, { categoryName: '病虫防治', sort: 2, enabledFlag: 1 }, { categoryName: '政策通知', sort: 3, enabledFlag: 1 }, { categoryName: '基地动态', sort: 4, enabledFlag: 1 },
  ]],
  ['article', 'title', [
    { title: '番茄冬季保花保果要点', categoryId: '@article-category/栽培技术', author: '黄美玲', hotFlag: 1, enabledFlag: 1, summary: '夜温低于 15℃ 时坐果率明显下降，从温度、光照、水肥三方面应对。', content: '<p>夜温低于 <strong>15℃</strong> 时花粉活力下降，建议：</p><ol><li>16:30 前收棚保温，夜间不低于 14℃；</li><li>晴天上午揭膜补光，湿度控制在 70% 以下；</li><li>每 7 天追一次高钾水溶肥，每亩 5 公斤。</li></ol>' },
    { title: '草地贪夜蛾识别与处置', categoryId: '@article-category/病虫防治', author: '谭伟民', hotFlag: 1, enabledFlag: 1, summary: '玉米、稻田周边重点监测，3 龄前用药。', content: '<p>成虫前翅有一环形纹；低龄幼虫聚集危害心叶。</p><ul><li>性诱捕器每亩 1 个，早晚查看</li><li>百株虫量达 5 头即用药，优先选用生物农药</li></ul>' },
    { title: '2026 年晚造水稻收割安排', categoryId: '@article-category/基地动态', author: '何国强', hotFlag: 0, enabledFlag: 1, summary: '沙湾基地 11 月 10 日起开镰。', content: '<p>北片三块田先行，预计 <strong>5 天</strong> 收完；雨天顺延。</p>' },
  ]],
  ['banner', 'title', [
    { title: '沙湾晚造开镰', picture: '#f0b429', link: '/web/farm/base', sort: 1, enabledFlag: 1 },
    { title: '番茄采收季', picture: '#c0392b', link: '/system/article', sort: 2, enabledFlag: 1 },
  ]],
  ['store', 'storeCode', [
    { storeName: '石碁基地直营店', storeCode: 'SQ-SHOP', areaId: '@area/SQ', managerId: '@worker/W004', contactPhone: '13922201019', address: '石碁基地东门', latlng: '22.9620,113.3440', businessHours: '06:30–18:30', enabledFlag: 1, description: '当日采收，售完即止' },
    { storeName: '沙湾古镇门市', storeCode: 'SW-SHOP', areaId: '@area/SW', managerId: '@worker/W002', contactPhone: '13922201014', address: '番禺区沙湾街安宁西街 18 号', latlng: '22.9101,113.3230', businessHours: '08:00–20:00', enabledFlag: 1 },
    { storeName: '周末采摘亭', storeCode: 'PICK', areaId: '@area/SQ', contactPhone: '13922201012', address: '百香果园入口', latlng: '22.9598,113.3402', businessHours: '周六、周日 09:00–17:00', enabledFlag: 0 },
  ]],
  ['specification-attribute', 'name', [
    { name: '包装规格', values: [{ value: '500 克/盒', code: 'B500' }, { value: '2.5 公斤/箱', code: 'C2500' }, { value: '10 公斤/筐', code: 'K10' }], sort: 2, enabledFlag: 1 },
    { name: '等级', values: [{ value: '特级', code: 'A' }, { value: '一级', code: 'B' }, { value: '统货', code: 'C' }], sort: 1, enabledFlag: 1 },
    { name: '肥料净含量', values: [{ value: '25 公斤/袋' }, { value: '50 公斤/袋' }, { value: '1 吨/袋' }], sort: 3, enabledFlag: 1, description: '农资商品用' },
  ]],
]

export const cameras = [
  { name: '一号温室球机', deviceSerial: 'E10245781', channelNo: 1, cameraType: 1, cameraEnter: 1, landCode: 'SQ-A01' },
  { name: '育苗温室枪机', deviceSerial: 'E10245790', channelNo: 1, cameraType: 0, cameraEnter: 1, landCode: 'SQ-A03' },
  { name: '百香果园球机', deviceSerial: 'E10251133', channelNo: 1, cameraType: 1, cameraEnter: 1, landCode: 'SQ-D01' },
  { name: '番茄大棚甲枪机', deviceSerial: '34020000001320000011', channelNo: 1, cameraType: 0, cameraEnter: 2, landCode: 'SQ-E01' },
  { name: '沙湾北片高点', deviceSerial: '34020000001320000021', channelNo: 1, cameraType: 1, cameraEnter: 3, landCode: 'SW-N02' },
  { name: '沙湾南片高点', deviceSerial: '34020000001320000022', channelNo: 1, cameraType: 1, cameraEnter: 3, landCode: 'SW-S02' },
  { name: '蓄水塘水位', deviceSerial: '34020000001320000023', channelNo: 2, cameraType: 0, cameraEnter: 3, landCode: 'SW-W01', description: '对准水尺' },
]
