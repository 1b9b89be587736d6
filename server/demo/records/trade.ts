import type { Records } from '../records.ts'

export const trade: readonly Records[] = [
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
