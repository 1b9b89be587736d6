import type { Records } from '../records.ts'

export const planting: readonly Records[] = [
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
]
