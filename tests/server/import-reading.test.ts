import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  date,
  decimal,
  flag,
  integer,
  moment,
  point,
  refs,
  text,
  type Field,
} from '#contract/field.ts'
import { scratchDir } from '#scripts/scratch.mjs'
import { instantOf, paragraphs, textOf, typed } from '#server/modules/import/cells.ts'
import { readTable, type Cell } from '#server/modules/import/read.ts'

const folder = mkdtempSync(join(scratchDir(), 'furrow-reading-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (bytes: string | Buffer) => {
  const path = join(folder, 'table.csv')
  writeFileSync(path, bytes)
  return readTable(path, 'csv')
}

describe('a text file', () => {
  test.each([
    [
      'quotes, commas and lines in cells',
      '\uFEFFa,b\r\n"x ""y"", z","1\n2"\r\n',
      [
        ['a', 'b'],
        ['x "y", z', '1\n2'],
      ],
    ],
    [
      'no end of the last line, blanks at the ends',
      'a,b\n,2\n1,\n',
      [
        ['a', 'b'],
        [null, '2'],
        ['1', null],
      ],
    ],
    ['an inch in the middle', 'a\n5" pipe\n', [['a'], ['5" pipe']]],
    [
      'tabs',
      'a\tb\n1,5\t2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b\n1;2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['lines that hold nothing at the end', 'a\n1\n\n\n', [['a'], ['1']]],
    [
      'what a Chinese Excel writes',
      Buffer.from([0xc3, 0xfb, 0xb3, 0xc6, 0x0a, 0xb4, 0xfc, 0x0a]),
      [['名称'], ['袋']],
    ],
  ])('is read with %s', async (_what, bytes, rows) => expect(await read(bytes)).toEqual(rows))
  test('that ends inside a quoted cell is no table', async () => {
    await expect(read('a,b\n"x,2\n')).rejects.toMatchObject({ code: 'import.unreadable' })
  })
})

describe('a cell', () => {
  const as = (field: Field, cell: Cell) =>
    typed(cell, {
      field,
      words: new Map([
        ['yes', 1],
        ['no', 0],
      ]),
      offered: 'yes, no',
      zone: 'Asia/Shanghai',
    })
  test.each<[string, Field, Cell, unknown]>([
    ['number', decimal({}), 12.5, { value: 12.5 }],
    ['number in full width', decimal({}), '１２．５', { value: 12.5 }],
    ['number with thousands', integer({ min: 0, max: 9999 }), '1,200', { value: 1200 }],
    [
      'words for a number',
      integer({ min: 0, max: 9 }),
      'many',
      { fault: { code: 'import.not_a_number' } },
    ],
    ['number for a text', text({ max: 9 }), 7, { value: '7' }],
    ['spaces', text({ max: 9 }), '  ', { value: undefined }],
    ['formula of an export', text({ max: 9 }), "'=1+1", { value: '=1+1' }],
    ['date', date({}), new Date('2026-05-01T00:00:00Z'), { value: '2026-05-01' }],
    ['date with slashes', date({}), '2026/5/1', { value: '2026-05-01' }],
    ['Chinese date', date({}), '2026年5月1日', { value: '2026-05-01' }],
    ['day that is not', date({}), '2026-02-30', { fault: { code: 'import.not_a_date' } }],
    [
      'moment on the clock of the tenant',
      moment({}),
      '2026-05-01 08:00',
      { value: '2026-05-01T00:00:00.000Z' },
    ],
    [
      'moment with its zone',
      moment({}),
      '2026-05-01T08:00:00+02:00',
      { value: '2026-05-01T08:00:00+02:00' },
    ],
    ['word', flag({}), 'YES', { value: 1 }],
    [
      'other word',
      flag({}),
      'maybe',
      { fault: { code: 'import.not_an_option', params: { options: 'yes, no' } } },
    ],
    ['point with a Chinese comma', point({}), '22.96，113.34', { value: '22.96,113.34' }],
    ['names', refs('role', { max: 5 }), 'a，b、 a', { names: ['a', 'b'] }],
  ])('is understood as a %s', (_what, field, cell, meant) => expect(as(field, cell)).toEqual(meant))
  test('is read as a person reads it, and texts become paragraphs without markup', () => {
    expect([textOf(new Date('2026-05-01T08:30:00Z')), textOf(null), textOf(true)]).toEqual([
      '2026-05-01 08:30:00',
      '',
      'true',
    ])
    expect(paragraphs('1 < 2 & "x"\n\nend')).toBe('<p>1 &lt; 2 &amp; &quot;x&quot;</p><p>end</p>')
  })
  test('stands for an instant on both sides of a change of the clocks', () => {
    expect([
      instantOf('2026-03-29T01:30:00', 'Europe/Berlin'),
      instantOf('2026-03-29T03:30:00', 'Europe/Berlin'),
    ]).toEqual(['2026-03-29T00:30:00.000Z', '2026-03-29T01:30:00.000Z'])
  })
})
