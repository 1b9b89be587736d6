import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bigints, doubles, integers, smallints, texts, times } from '#server/db/binary.ts'
import { row, type Sql } from '#server/db/database.ts'
import { startApp, type TestApp } from './harness.ts'

let app: TestApp
beforeAll(async () => (app = await startApp()))
afterAll(() => app.end())

const back = async (list: Sql) =>
  (await app.db.platform((tx) =>
    row<{ list: string[] }>(tx, sql`select array(select v::text from unnest(${list}) v) as list`),
  ))!.list

test('lists of every kind arrive as they are, with their limits, and empty', async () => {
  expect(
    await back(
      sql`${bigints([0, 1, -1, 2 ** 31, 2 ** 32, -(2 ** 32) - 1, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])}::bigint[]`,
    ),
  ).toEqual([
    '0',
    '1',
    '-1',
    '2147483648',
    '4294967296',
    '-4294967297',
    '9007199254740991',
    '-9007199254740991',
  ])
  expect(await back(sql`${integers([0, -(2 ** 31), 2 ** 31 - 1])}::int[]`)).toEqual([
    '0',
    '-2147483648',
    '2147483647',
  ])
  expect(await back(sql`${smallints([0, -32_768, 32_767])}::smallint[]`)).toEqual([
    '0',
    '-32768',
    '32767',
  ])
  expect(await back(sql`${doubles([0, 0.1, -1e308, 5e-324])}::float8[]`)).toEqual([
    '0',
    '0.1',
    '-1e+308',
    '5e-324',
  ])
  expect(await back(sql`${texts(['', '空气温度', '{"a":"\\"}', 'null', '🌾'])}::text[]`)).toEqual([
    '',
    '空气温度',
    '{"a":"\\"}',
    'null',
    '🌾',
  ])
  for (const none of [sql`${bigints([])}::bigint[]`, sql`${texts([])}::text[]`])
    expect(await back(none)).toEqual([])
})
test('times keep their milliseconds, on either side of 1970 and 2000', async () => {
  const all = [
    '1969-12-31T23:59:59.999Z',
    '1999-12-31T23:59:59.999Z',
    '2000-01-01T00:00:00.000Z',
    '2026-11-22T08:00:00.123Z',
  ]
  const read = await app.db.platform((tx) =>
    row<{ list: string[] }>(
      tx,
      sql`select array(select to_char(v at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from unnest(${times(all.map((text) => Date.parse(text)))}::timestamptz[]) v) as list`,
    ),
  )
  expect(read!.list).toEqual(all)
})
