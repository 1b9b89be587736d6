import { appendFileSync, mkdirSync, rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entities } from '#contract/domains.ts'
import { area } from '#contract/farm/area.ts'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { exportList } from '#contract/platform/platform-calls.ts'
import { setDefaultArea } from '#contract/system/permission-calls.ts'
import { disposition, fileNameOf } from '#server/http/file-name.ts'
import { newDevice } from './devices.ts'
import { fuzz } from './fuzz.ts'
import { newTenant, startApp, type TestApp } from './harness.ts'
import { csvCell } from '#server/modules/file/engine/csv.ts'
import { make } from './samples.ts'

let app: TestApp
/** Everything that was found and how far it has come, while it runs. */
const journal = 'test-results/fuzz.txt'
const say = (line: string) => appendFileSync(journal, `${line}\n`)
/** What the server itself says of its faults, and of what only the database knew. */
function noteLogged(line: string): void {
  const { level, msg, err } = JSON.parse(line) as {
    level: number
    msg: string
    err?: { message: string; stack: string }
  }
  if (err)
    say(
      `${level} ${msg}: ${err.message} ${err.stack
        .split('\n')
        .filter((one) => /\/(server|contract)\//.test(one))
        .slice(0, 3)
        .map((one) => one.trim())
        .join(' ')}`,
    )
}
const lost: unknown[] = []
const note = (error: unknown) => void lost.push(error)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  mkdirSync('test-results', { recursive: true })
  rmSync(journal, { force: true })
  app = await startApp({
    log: { level: 'warn', stream: { write: noteLogged } } as { level: string },
  })
})
afterAll(async () => {
  process.off('unhandledRejection', note)
  await app.end()
})

test(
  'nothing that anybody sends to any call is a fault of the server',
  { timeout: process.env.FURROW_FUZZ ? 7_200_000 : 300_000 },
  async () => {
    const { FURROW_FUZZ: whole, FURROW_FUZZ_ONLY: only, FURROW_FUZZ_MOST: most } = process.env
    const { calls, operations, faults } = await fuzz(app, {
      most: most || !whole ? Number(most ?? 6) : undefined,
      only: only ? new RegExp(only) : undefined,
      say,
    })
    console.log(`${calls} calls of ${operations} operations, ${faults.length} faults`)
    expect(faults).toEqual([])
    expect(calls).toBeGreaterThan(operations * 3)
    // And it still answers, with nothing thrown that nobody took.
    expect((await app.http.inject('/healthz')).statusCode).toBe(200)
    expect(lost).toEqual([])
  },
)

test(
  'what was once a fault stays a refusal: repeated names, sorts, sizes, dates, versions, depth and broken bodies',
  { timeout: 120_000 },
  async () => {
    const { admin } = await newTenant(app)
    const base = `/wfpf/v1/${admin.tenantId}`
    const send = (
      method: 'GET' | 'POST' | 'PUT',
      url: string,
      payload?: string | Buffer,
      headers: Record<string, string> = {},
    ) =>
      app.http.inject({
        method,
        url,
        ...(payload !== undefined && { payload }),
        headers: {
          authorization: `Bearer ${admin.token}`,
          ...(typeof payload === 'string' && { 'content-type': 'application/json' }),
          ...headers,
        },
      })
    for (const query of [
      'lang=a&lang=b',
      'q=1&q=2',
      'sort=name&sort=code',
      '__proto__=1&__proto__=2',
      'lang[]=en',
    ]) {
      const answer = await send('GET', `${base}/unit?${query}`)
      expect([
        query,
        answer.statusCode < 500,
        answer.json().failed ?? answer.json().content,
      ]).toEqual([query, true, expect.anything()])
      // Also where nothing is found and the writer of failures alone reads it.
      expect([query, (await send('GET', `/wfpf/v1/nowhere?${query}`)).statusCode]).toEqual([
        query,
        404,
      ])
    }
    for (const list of entities.filter(({ api }) => api.list)) {
      for (const query of [
        'sort=__proto__',
        'sort=constructor,desc',
        'sort=valueOf',
        'size=0.5',
        'size=-1',
        'size=1e400',
        'page=9007199254740993',
        ...Object.keys(list.fields).flatMap((name) => [
          `${name}From=1`,
          `${name}From=0000-01-01`,
          `${name}To=2026-02-31`,
          `${name}To=%2B275760-09-13`,
        ]),
      ]) {
        const answer = await send(
          'GET',
          `${list.api.list!.split(' ')[1]!.replace('{tenant}', String(admin.tenantId))}?${query}`,
        )
        expect([list.name, query, answer.statusCode < 500]).toEqual([list.name, query, true])
      }
    }
    for (const { name, fields } of entities)
      for (const [field, { kind, schema }] of Object.entries(fields))
        if (kind === 'date' || kind === 'moment')
          expect([
            name,
            field,
            ...['0000-01-01', '0000-01-01T00:00:00Z', '2026-02-30'].map(
              (day) => schema.safeParse(day).success,
            ),
          ]).toEqual([name, field, false, false, false])
    const unit = await make(unitEntity, admin)
    for (const body of [
      `{"id":${unit.id},"name":"a","objectVersionNumber":99999999999}`,
      `{"name":"\\ud800"}`,
      `{"name":"a\\u0000"}`,
      `{"name":1e400}`,
      `{"name":${'['.repeat(20_000)}${']'.repeat(20_000)}}`,
      '{"__proto__":{"x":1}}',
    ]) {
      expect([body.slice(0, 60), (await send('PUT', `${base}/unit`, body)).statusCode]).toEqual([
        body.slice(0, 60),
        400,
      ])
    }
    // A path that cannot be read, in the words of all refusals.
    expect((await send('GET', `${base}/unit/%`)).json()).toMatchObject({
      failed: true,
      requestId: expect.any(String),
    })
    for (const path of ['%00', '%ff', '%E0%A4%A', '%2e%2e%2f'])
      expect([path, (await send('GET', `${base}/unit/${path}`)).statusCode < 500]).toEqual([
        path,
        true,
      ])
    const upload = (payload: Buffer, type = 'multipart/form-data; boundary=x') =>
      send('POST', `/hfle/v1/${admin.tenantId}/files/multipart`, payload, { 'content-type': type })
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n'
    for (const payload of [
      '',
      'x',
      '--x',
      '--x\r\n\r\n',
      head,
      `${head}abc`,
      `${head}abc\r\n--x`,
      '--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
    ]) {
      const { statusCode } = await upload(Buffer.from(payload))
      expect([payload.slice(0, 40), statusCode >= 400 && statusCode < 500]).toEqual([
        payload.slice(0, 40),
        true,
      ])
    }
    for (const type of [
      'multipart/form-data',
      'multipart/form-data; boundary=',
      'multipart/mixed; boundary=x',
    ])
      expect([type, (await upload(Buffer.from(head), type)).statusCode < 500]).toEqual([type, true])
  },
)

test('a device’s message that is deep in itself is refused, and one that is merely odd is stored', async () => {
  const { admin } = await newTenant(app)
  const device = await newDevice(admin)
  const send = (payload: string) =>
    app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry?event=a&event=b',
      payload,
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${device.key}:${device.secret}`).toString('base64')}`,
      },
    })
  expect((await send(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)).statusCode).toBe(400)
  for (const body of [
    '{"\\ud800":1}',
    '{"a\\u0000":"\\udfff"}',
    '{"constructor":1,"toString":2}',
    '{"values":{"airTemperature":1e400}}',
    '{"ts":"0000-01-01T00:00:00Z","values":{"airTemperature":1}}',
    'null',
    '[[[]]]',
  ])
    expect([body, (await send(body)).statusCode]).toEqual([body, 200])
})

test('names of files hide nothing, fit a disk, and stay readable', () => {
  const cases: [string, string][] = [
    ['../../etc/passwd', '_.._etc_passwd'],
    ['a\u0000b\r\n.png', 'a_b__.png'],
    ['\u202egnp.exe', '_gnp.exe'],
    ['  .. ', 'file'],
    ['%', '%'],
    ['质检报告 2026.pdf', '质检报告 2026.pdf'],
    ['CON:*?.txt', 'CON___.txt'],
    ['\ud83c.png', 'file.png'],
  ]
  for (const [given, kept] of cases) expect(fileNameOf(given)).toBe(kept)
  const long = fileNameOf(`${'👨‍👩‍👧‍👦🌾'.repeat(80)}.xlsx`)
  expect(Buffer.byteLength(long)).toBeLessThanOrEqual(200)
  expect([long.endsWith('.xlsx'), long.isWellFormed()]).toEqual([true, true])
  for (let length = 1; length < 220; length++)
    expect(() => disposition('🌾'.repeat(length).slice(0, length))).not.toThrow()
})

test('no cell of an export is a formula to a spreadsheet, and no column is what objects have of themselves', async () => {
  for (const text of [
    '=1+1',
    '+1',
    '-1',
    '@x',
    '＝1',
    '＋1',
    '－1',
    '＠x',
    '\t=1',
    '\r=1',
    '\n=1',
    '\n\n＝cmd',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '\u0000=1',
    '\u3000＝1',
    '\n',
    '\r\nx',
  ])
    expect([text, csvCell(text).startsWith(`"'`)]).toEqual([text, true])
  for (const text of ['化肥', 'a=b', '1-2', '"x"', 'x\n=1', '(1)'])
    expect([text, csvCell(text).startsWith(`"'`)]).toEqual([text, false])
  const { admin } = await newTenant(app)
  for (const name of ['__proto__', 'constructor', 'toString', 'hasOwnProperty'])
    expect([
      name,
      (
        await admin.send(exportList, {
          entity: 'unit',
          format: 'csv',
          columns: [name],
          query: {},
        })
      ).statusCode,
    ]).toEqual([name, 422])
})

test('the last base of all can be deleted although it is the default', async () => {
  const { admin } = await newTenant(app)
  const [one, two] = [await make(area, admin), await make(area, admin)]
  expect((await admin.send(area.api.delete!, { areaId: one.id })).statusCode).toBe(422)
  await admin.call(setDefaultArea, { areaId: two.id })
  expect((await admin.send(area.api.delete!, { areaId: one.id })).statusCode).toBeLessThan(300)
  expect((await admin.send(area.api.delete!, { areaId: two.id })).statusCode).toBeLessThan(300)
})
