import type { FieldKind } from '#contract/field.ts'
import type { Stored } from './table-sql.ts'

const optionsOf = (rest: string) => (rest ? `{ ${rest.replace(/, $/, ' ')}}` : '{}')
export interface Kind {
  make: string
  imports: string
  stored?: Partial<Stored>
  isListed: boolean
  isFiltered: boolean
}
/** What a kind is in the contract, and whether lists show and filter it. */
export const kinds: Readonly<Partial<Record<FieldKind, (argument: string, rest: string) => Kind>>> =
  {
    text: (most, rest) => ({
      make: `text({ ${rest}max: ${Number(most || 60)} })`,
      imports: 'text',
      isListed: true,
      isFiltered: true,
    }),
    richtext: (most, rest) => ({
      make: `richtext({ ${rest}max: ${Number(most || 20_000)} })`,
      imports: 'richtext',
      isListed: false,
      isFiltered: false,
    }),
    integer: (range, rest) => {
      const [min = '0', max = '99999'] = range.split('..')
      return {
        make: `integer({ ${rest}min: ${Number(min)}, max: ${Number(max)} })`,
        imports: 'integer',
        stored: { min: Number(min), max: Number(max) },
        isListed: true,
        isFiltered: false,
      }
    },
    decimal: (most, rest) => ({
      make: `decimal({ ${rest}max: ${Number(most || 99_999)} })`,
      imports: 'decimal',
      stored: { max: Number(most || 99_999) },
      isListed: true,
      isFiltered: false,
    }),
    money: (most, rest) => ({
      make: `money({ ${rest}max: ${Number(most || 99_999_999)} })`,
      imports: 'money',
      stored: { max: Number(most || 99_999_999) },
      isListed: true,
      isFiltered: false,
    }),
    choice: (codes, rest) => ({
      make: `choice({ ${codes
        .split(',')
        .map((code) => `${code}: '${code}'`)
        .join(', ')} }, ${optionsOf(rest)})`,
      imports: 'choice',
      isListed: true,
      isFiltered: true,
    }),
    ref: (to, rest) => ({
      make: `ref('${to}', ${optionsOf(rest)})`,
      imports: 'ref',
      stored: { to },
      isListed: true,
      isFiltered: true,
    }),
    ...Object.fromEntries(
      (
        [
          'flag',
          'date',
          'moment',
          'dateRange',
          'image',
          'video',
          'colour',
          'point',
          'polygon',
          'phone',
        ] as const
      ).map((kind) => [
        kind,
        (_: string, rest: string) => ({
          make: `${kind}(${optionsOf(rest)})`,
          imports: kind,
          isListed: !['image', 'video', 'polygon'].includes(kind),
          isFiltered: ['flag', 'date', 'moment', 'dateRange', 'phone'].includes(kind),
        }),
      ]),
    ),
    ...Object.fromEntries(
      (['images', 'files'] as const).map((kind) => [
        kind,
        (most: string, rest: string) => ({
          make: `${kind}({ ${rest}max: ${Number(most || 6)} })`,
          imports: kind,
          isListed: false,
          isFiltered: false,
        }),
      ]),
    ),
  }
