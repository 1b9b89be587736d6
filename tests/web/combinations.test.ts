import { describe, expect, it } from 'vitest'
import { clipFault } from '#contract/file/clip.ts'
import { productClip } from '#contract/inventory/product.ts'
import { combinationsOf, generate, pickedOf } from '#src/pages/inventory/product/combinations.ts'

const blank = { combination: null, code: null, retailPrice: null }

describe('combinations', () => {
  it('are every value with every other, in the order of the attributes', () =>
    expect(
      combinationsOf([
        ['特级', '一级'],
        ['500 克/盒', '2.5 公斤/箱'],
      ]),
    ).toEqual(['特级 500 克/盒', '特级 2.5 公斤/箱', '一级 500 克/盒', '一级 2.5 公斤/箱']))
  it('leave out an attribute of which nothing is picked', () =>
    expect(combinationsOf([['特级', '一级'], [], ['红']])).toEqual(['特级 红', '一级 红']))
  it('are none where nothing is picked', () => {
    expect(combinationsOf([])).toEqual([])
    expect(combinationsOf([[], []])).toEqual([])
  })
  it.each([[1], [3, 2], [4, 5, 2]])(
    'are as many as the values multiply to, each once: %j',
    (...counts) => {
      const made = combinationsOf(
        counts.map((count, at) => Array.from({ length: count }, (_, nth) => `${at}-${nth}`)),
      )
      expect(made.length).toBe(counts.reduce((all, count) => all * count, 1))
      expect(new Set(made).size).toBe(made.length)
    },
  )
})

describe('making the lines', () => {
  const lines = [
    { combination: '特级', code: 'A', retailPrice: 8 },
    { combination: '统货', code: 'C', retailPrice: 3 },
  ]
  it('keeps the prices of what stays, adds what is new, takes off what is not picked', () =>
    expect(generate(lines, [['特级', '一级']], blank)).toEqual({
      lines: [
        { combination: '特级', code: 'A', retailPrice: 8 },
        { combination: '一级', code: null, retailPrice: null },
      ],
      added: 1,
      removed: 1,
    }))
  it('numbers what is new after the product, beside the codes that are there', () => {
    expect(
      generate(
        [{ combination: '特级', code: 'fq-01' }],
        [['特级', '一级', '二级']],
        blank,
        'FQ',
      ).lines.map(({ code }) => code),
    ).toEqual(['fq-01', 'FQ-02', 'FQ-03'])
    expect(generate([], [['特级']], blank, 'X'.repeat(30)).lines).toEqual([
      { ...blank, combination: '特级' },
    ])
  })
  it('knows a line again whatever its case', () =>
    expect(generate([{ combination: ' Red ', retailPrice: 2 }], [['red']], blank)).toMatchObject({
      lines: [{ retailPrice: 2 }],
      added: 0,
      removed: 0,
    }))
  it('changes nothing when done twice', () => {
    const once = generate(
      lines,
      [
        ['特级', '一级'],
        ['大', '小'],
      ],
      blank,
    )
    expect(
      generate(
        once.lines,
        [
          ['特级', '一级'],
          ['大', '小'],
        ],
        blank,
      ),
    ).toEqual({ lines: once.lines, added: 0, removed: 0 })
  })
})

describe('what a form begins with', () => {
  const attributes = [{ values: ['特级', '一级', '统货'] }, { values: ['500 克/盒', '10 公斤/筐'] }]
  it('is what the combinations were made of', () => {
    const picked = [['特级', '统货'], ['10 公斤/筐']]
    expect(
      pickedOf(
        combinationsOf(picked).map((combination) => ({ combination })),
        attributes,
      ),
    ).toEqual(picked)
  })
  it('is what they name where some were taken off since', () =>
    expect(
      pickedOf([{ combination: '特级 500 克/盒' }, { combination: '一级 10 公斤/筐' }], attributes),
    ).toEqual([
      ['特级', '一级'],
      ['500 克/盒', '10 公斤/筐'],
    ]))
  it('is nothing where a line was entered otherwise', () => {
    expect(
      pickedOf([{ combination: '特级 500 克/盒' }, { combination: '散装' }], attributes),
    ).toEqual([[], []])
    expect(pickedOf([{ combination: '散装' }], attributes)).toEqual([[], []])
    expect(pickedOf([], attributes)).toEqual([[], []])
  })
})

describe('a film', () => {
  const film = { type: 'video/mp4', size: 1_000_000, seconds: 20, width: 1920, height: 1080 }
  it.each([
    [{}, null],
    [{ seconds: 60 }, null],
    [{ seconds: 60.2 }, 'video.seconds'],
    [{ width: 720, height: 720 }, null],
    [{ width: 640, height: 480 }, 'video.ratio'],
    [{ width: 1080, height: 1920 }, 'video.ratio'],
    [{ size: 30 * 1024 * 1024 + 1 }, 'video.size'],
    [{ type: 'video/webm' }, 'video.type'],
    [{ seconds: null }, 'video.unreadable'],
  ])('%j', (change, code) =>
    expect(clipFault({ ...film, ...change }, productClip)?.code ?? null).toBe(code),
  )
})
