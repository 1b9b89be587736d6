import type { Records } from '../records.ts'

/** Plot, day, pH, organic matter, nitrogen, phosphorus, potassium, salt. */
const found = [
  ['SQ-A01', '2025-03-12', 5.6, 18.2, 96, 38, 112, 2.1],
  ['SQ-A01', '2025-10-20', 5.9, 20.4, 108, 44, 131, 1.7],
  ['SQ-A01', '2026-04-08', 6.2, 22.9, 115, 47, 148, 1.4],
  ['SQ-B01', '2025-03-12', 6.4, 24.1, 121, 52, 139, 0.9],
  ['SQ-B01', '2026-04-08', 6.3, 25.6, 118, 49, 151, 0.8],
  ['SW-N01', '2025-02-20', 5.8, 27.3, 134, 21, 88, 0.6],
  ['SW-N01', '2026-02-25', 6.0, 28.8, 141, 24, 97, 0.5],
] as const

export const soilTests: Records = [
  'soil-test',
  'sampleCode',
  found.map(([plot, testedOn, ph, organicMatter, nitrogen, phosphorus, potassium, salt], at) => ({
    sampleCode: `TR${testedOn.slice(2, 4)}${String(at + 1).padStart(3, '0')}`,
    areaId: `@area/${plot.slice(0, 2)}`,
    landId: `@land/${plot}`,
    testedOn,
    depth: 20,
    ph,
    organicMatter,
    nitrogen,
    phosphorus,
    potassium,
    salt,
    lab: '广州市农产品质量检验测试中心',
  })),
]
