import { expect, test } from 'vitest'
import { deviceTypeNames } from '#contract/devices/index.ts'
import { drivers } from '#server/devices/index.ts'
import { hex, answer, now, read } from './driver-reading.ts'

/** Numbers from a seed, so that what fails once fails again. */
function chances(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
const hostileTexts = [
  '',
  '0',
  '-',
  '\u0000',
  '__proto__',
  'constructor',
  'NaN',
  '1e999',
  '20269999999999',
  '10cm',
  '第0层',
  '010304',
  hex([1, 3, 2, 0, 1]),
  hex([1, 0x83, 99]),
  'ff'.repeat(300),
  '\u{d800}',
  '10,1#'.repeat(50),
]
const words = [
  'ts',
  'modbus',
  'from',
  'frame',
  'eleLists',
  'eName',
  'eValue',
  'eUnit',
  'datetime',
  'cmd',
  'ext',
  'payload',
  'Result',
  'stamp',
  'ws',
  'dtype',
  'volt_ct',
  'values',
  '__proto__',
  'toString',
]
function anything(chance: () => number, depth = 0): unknown {
  const pick = <T>(list: readonly T[]) => list[Math.floor(chance() * list.length)]!
  const kind = Math.floor(chance() * (depth > 4 ? 4 : 7))
  if (kind === 0) return pick([0, -1, 1.5, 65_535, 1e308, -1e9, 500, 0x1000, null, true, false])
  if (kind === 1) return pick(hostileTexts)
  if (kind === 2)
    return pick([
      'status',
      'data',
      '空气温度',
      '风向',
      '10cm土壤湿度',
      '℃',
      'kPa',
      '2026-11-20 10:00:00',
      '20261120100000',
    ])
  if (kind === 3) return Math.floor((chance() - 0.5) * 1e6)
  if (kind === 4)
    return Array.from({ length: Math.floor(chance() * 5) }, () => anything(chance, depth + 1))
  return JSON.parse(
    `{${[...new Set(Array.from({ length: Math.floor(chance() * 6) }, () => pick(words)))].map((name) => `${JSON.stringify(name)}:${JSON.stringify(anything(chance, depth + 1)) ?? 'null'}`).join(',')}}`,
  ) as unknown
}

test('whatever is sent, no driver throws, and what is kept is within its reading', () => {
  const chance = chances(20_261_122)
  let kept = 0
  for (const type of deviceTypeNames) {
    for (const dialect of Object.keys(drivers[type].protocols)) {
      const totals = new Map()
      for (let i = 0; i < 3000; i++) {
        // Half of it has at least the shape of the dialect's own messages.
        const body = anything(chance)
        const shaped =
          dialect === 'modbus'
            ? {
                ts: i % 3 ? now : anything(chance, 4),
                modbus: [
                  {
                    from: [0, 500, 0x1000, anything(chance, 4)][(i % 8) >> 1],
                    frame: answer(
                      Array.from({ length: Math.floor(chance() * 20) }, () =>
                        Math.floor(chance() * 65_536),
                      ),
                    ),
                  },
                  body,
                ],
              }
            : dialect === 'elements'
              ? {
                  datetime: '2026-11-20 17:00:00',
                  eleLists: [
                    body,
                    {
                      eName: anything(chance, 4),
                      eValue: anything(chance, 4),
                      eUnit: anything(chance, 4),
                    },
                  ],
                }
              : { cmd: 'data', ext: body }
        const { points } = read(type, dialect, i % 2 ? body : shaped, totals)
        for (const { value } of points) expect(Number.isFinite(value)).toBe(true)
        kept += points.length
      }
    }
  }
  expect(kept).toBeGreaterThan(500)
})
