/** Everyone's password, printed at start. */
export const demoPassword = 'Furrow2026'

export const firstTenant = {
  tenantName: '穗丰生态农业有限公司',
  admin: { loginName: 'admin', realName: '林建国', phone: '13800138001' },
  card: {
    creditCode: '91440101MA5CXK3J8R',
    contact: '林建国',
    contactPhone: '020-84512366',
    address: '广东省广州市番禺区石碁镇海涌路 88 号',
    description: '以蔬菜、水稻和百香果为主的生态农场，自有基地两处，合作农户 46 户。',
  },
}
export const secondTenant = {
  tenantName: '清溪家庭农场',
  admin: { loginName: 'chen', realName: '陈秀英', phone: '13800138002' },
}
export const operator = { loginName: 'operator', realName: '平台运营' }
export const inBoth = { loginName: 'both', realName: '周启明', phone: '13800138004' }

export const organizations = [
  {
    name: '生产部',
    code: 'PROD',
    children: [
      { name: '蔬菜组', code: 'PROD-VEG' },
      { name: '水稻组', code: 'PROD-RICE' },
      { name: '植保组', code: 'PROD-IPM' },
    ],
  },
  {
    name: '仓储采购部',
    code: 'STORE',
    children: [
      { name: '农资仓', code: 'STORE-INPUT' },
      { name: '采后加工', code: 'STORE-PACK' },
    ],
  },
  { name: '设备运维部', code: 'IOT', children: [] },
  { name: '综合管理部', code: 'ADM', children: [] },
]

export const people = [
  {
    loginName: 'worker',
    realName: '李大山',
    phone: '13800138003',
    role: 'worker',
    organization: 'PROD-VEG',
  },
  {
    loginName: 'huangmei',
    realName: '黄美玲',
    phone: '13922201011',
    role: 'base-manager',
    organization: 'PROD',
  },
  {
    loginName: 'wuzhiyuan',
    realName: '吴志远',
    phone: '13922201012',
    role: 'storekeeper',
    organization: 'STORE',
  },
  {
    loginName: 'zhengxiaoli',
    realName: '郑晓丽',
    phone: '13922201013',
    role: 'auditor',
    organization: 'ADM',
  },
  {
    loginName: 'heguoqiang',
    realName: '何国强',
    phone: '13922201014',
    role: 'waterman',
    organization: 'PROD-RICE',
  },
  {
    loginName: 'tanweimin',
    realName: '谭伟民',
    phone: '13922201015',
    role: 'worker',
    organization: 'PROD-IPM',
  },
  {
    loginName: 'liangshufen',
    realName: '梁淑芬',
    phone: '13922201016',
    role: 'storekeeper',
    organization: 'STORE-PACK',
  },
  {
    loginName: 'ouyangjun',
    realName: '欧阳军',
    phone: '13922201017',
    role: 'base-manager',
    organization: 'IOT',
  },
  {
    loginName: 'zengqiang',
    realName: '曾强',
    phone: '13922201018',
    role: 'worker',
    organization: 'PROD-VEG',
  },
  {
    loginName: 'luoxiaoyan',
    realName: '罗小燕',
    phone: '13922201019',
    role: 'worker',
    organization: 'PROD-VEG',
  },
  {
    loginName: 'shenlijuan',
    realName: '沈丽娟',
    phone: '13922201021',
    role: 'purchaser',
    organization: 'STORE',
  },
  {
    loginName: 'fangwei',
    realName: '方伟',
    phone: '13922201022',
    role: 'engineer',
    organization: 'IOT',
  },
  {
    loginName: 'zhaoming',
    realName: '赵明',
    phone: '13922201023',
    role: 'approver',
    organization: 'ADM',
  },
  {
    loginName: 'penghaitao',
    realName: '彭海涛',
    phone: '13922201020',
    role: 'worker',
    organization: 'PROD-RICE',
  },
]
