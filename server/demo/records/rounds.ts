/** What comes again while a batch stands: verb, type of task, every so many days, hours, for which crops (none: all). */
export const rounds: readonly (readonly [
  verb: string,
  type: string,
  every: number,
  hours: number,
  crops?: readonly string[],
])[] = [
  ['巡查', 'PATROL', 7, 1],
  ['灌溉', 'WATER', 5, 1.5],
  ['整枝绑蔓', 'PRUNE', 10, 5, ['TOMATO', 'PASSION']],
  ['换黄板', 'TRAP', 20, 1, ['TOMATO', 'CHOYSUM', 'LETTUCE']],
]
/** Who leads such work on a base, and who helps, in turn. */
export const crews: Readonly<
  Record<string, readonly (readonly [leader: string, helper?: string])[]>
> = {
  SQ: [['李大山', '卢桂芳'], ['曾强'], ['罗小燕', '卢桂芳'], ['曾强', '罗小燕'], ['李大山']],
  SW: [['何国强'], ['彭海涛', '何国强'], ['何国强', '彭海涛']],
}
/** What is written down on a round, by crop: title, text, colour of the picture or none. */
export const roundNotes: Readonly<
  Record<string, readonly (readonly [title: string, text: string, pictured?: true])[]>
> = {
  RICE: [
    ['水层检查', '田面水层三厘米，进水口无堵塞。', true],
    ['分蘖调查', '每丛十四个分蘖，够苗，准备晒田。', true],
    ['叶色观察', '叶色褪淡均匀，无缺肥斑块。', true],
    ['纹枯病检查', '病丛率百分之三，未到防治指标。'],
    ['稻纵卷叶螟', '百丛幼虫十二头，继续观察。', true],
    ['田埂除草', '北侧田埂割草一遍。'],
    ['排水沟清理', '清出淤泥半米，排水通畅。', true],
    ['鸟害观察', '东南角有麻雀取食，加挂反光带。'],
  ],
  CHOYSUM: [
    ['苗情调查', '每平方米六十八株，整齐度好。', true],
    ['小菜蛾诱捕', '三个诱捕器平均每夜四头。', true],
    ['墒情', '十厘米土壤含水率百分之二十六，今天不浇。'],
    ['霜霉病检查', '叶背未见霉层。', true],
    ['杂草', '行间有马齿苋，人工拔除。'],
    ['薹长测量', '主薹平均十六厘米。', true],
  ],
  TOMATO: [
    ['坐果调查', '第三穗平均坐果五个。', true],
    ['粉虱监测', '黄板每张十一头，比上周少三成。', true],
    ['滴灌检查', '两处滴头堵塞，已更换。', true],
    ['基质电导率', '回液 EC 3.1，明天加大回液量。'],
    ['灰霉病复查', '新叶无病斑，通风保持。', true],
    ['熊蜂箱', '出巢正常，糖水已补。', true],
    ['落蔓', '主蔓长二点四米，落蔓六十厘米。'],
    ['裂果', '裂果率降到百分之四。', true],
  ],
  LETTUCE: [
    ['结球观察', '开展度二十八厘米，开始抱心。', true],
    ['烧边检查', '一成外叶烧边，叶面补钙。', true],
    ['菌核病', '未见病株。'],
    ['采前评估', '单株平均三百八十克。', true],
  ],
  PASSION: [
    ['果面着色', '三成果实转色。', true],
    ['果蝇诱捕', '诱瓶每周二十三头，加密摆放。', true],
    ['棚架检查', '南侧铁丝松动两处，已紧固。'],
    ['人工授粉', '授粉一千二百朵，坐果率约八成。', true],
    ['病毒病', '未见花叶株。'],
  ],
}
