import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  exportList,
  job as jobCall,
  cancelJob,
  exportAudit,
} from '#contract/platform/platform-calls.ts'
import { row } from '#server/db/database.ts'
import { Client, untyped, type Sent } from '#server/demo/client.ts'
import { enqueue, JobQueue } from '#server/jobs/queue.ts'
import { product } from '#contract/inventory/product.ts'
import { crop as cropEntity, variety } from '#contract/farm/crop.ts'
import { callOf } from '#contract/entity-calls.ts'
import { unit as unitEntity } from '#contract/inventory/unit.ts'
import { oneFarm } from './ground.ts'
import { newMember, newTenant, download } from './harness.ts'

const { app, mine } = await oneFarm()
/** Jobs that ask for no right. */
const nobody = { now: async () => ({ codes: new Set<string>(), scope: null }), lost: () => '' }

describe('exports of lists', () => {
  const resultOf = async (client: typeof mine.admin, body: Sent<typeof exportList.input>) => {
    const { jobId } = await client.call(exportList, body)
    await app.jobs.work()
    const job = await client.call(jobCall, { id: jobId })
    return { job, file: job.resultUrl ? await download(client, job.resultUrl) : null }
  }
  test('say what the parts of a line are, and how many pictures there are', async () => {
    const unit = await mine.admin.call(callOf(unitEntity, 'create'), {
      code: 'sack-1',
      name: '袋',
    })
    await mine.admin.call(callOf(product, 'create'), {
      name: '有机肥',
      code: 'COMPOST',
      type: 'fertilizer',
      unitId: unit.id,
      skus: [{ combination: '大袋', code: 'COMPOST-L', retailPrice: 24 }],
    })
    const { file } = await resultOf(mine.admin, {
      entity: 'product',
      format: 'csv',
      columns: ['name', 'skus', 'pictures'],
      query: { code: 'COMPOST' },
    })
    expect(file!.body).toMatch(
      /\(规格 \| 编码 \| .*\)","图片"\r\n"有机肥","大袋 \| COMPOST-L \| .*",/,
    )
  })
  test('hold what is filtered, in its order, in words, with nothing a spreadsheet would run', async () => {
    const crop = await mine.admin.call(callOf(cropEntity, 'create'), {
      name: '甘蓝',
      code: 'CABBAGE',
      category: 'vegetable',
      baseTemperature: 5.5,
      enabledFlag: 1,
    })
    for (const [name, days] of [
      ['=乙', 60],
      ['甲', 90],
    ] as const)
      await mine.admin.call(callOf(variety, 'create'), {
        name,
        cropId: crop.id,
        growthDays: days,
        enabledFlag: 0,
        guide: '<p>起垄</p><p>覆膜 &amp; 压土</p>',
      })
    const columns = ['name', 'cropId', 'growthDays', 'enabledFlag', 'guide']
    const { job, file } = await resultOf(mine.admin, {
      entity: 'variety',
      format: 'csv',
      columns,
      query: { cropId: String(crop.id), sort: 'growthDays,desc' },
    })
    expect(job).toMatchObject({
      state: 'done',
      message: '2',
      resultName: expect.stringMatching(/^品种-.*\.csv$/),
    })
    expect(file!.body).toBe(
      '\uFEFF"名称","作物","生育期 (天)","状态","栽培要点"\r\n"甲","甘蓝",90,"停用","起垄 覆膜 & 压土"\r\n"\'=乙","甘蓝",60,"停用","起垄 覆膜 & 压土"\r\n',
    )
    const sheet = await resultOf(mine.admin, {
      entity: 'variety',
      format: 'xlsx',
      columns,
      query: { cropId: String(crop.id) },
    })
    const parts = Object.fromEntries(
      Object.entries(unzipSync(sheet.file!.rawPayload)).map(([name, bytes]) => [
        name,
        strFromU8(bytes),
      ]),
    )
    const xml = Object.values(parts).join('')
    expect(sheet.job.resultName).toMatch(/\.xlsx$/)
    for (const text of ['甘蓝', '=乙', '停用']) expect(xml).toContain(text)
    // A text cell, not a formula.
    expect(xml).not.toContain('<f>')
  })
  test('say at once when a workbook cannot hold them, and leave no half-written file', async () => {
    const tenant = await newTenant(app)
    await app.db.write(tenant.id, (tx) =>
      sql`insert into unit (code, name) select 'c' || n, '单位' from generate_series(1, 20001) n`.execute(
        tx,
      ),
    )
    const body = { entity: 'unit', format: 'xlsx', columns: ['code'], query: {} }
    expect((await tenant.admin.send(exportList, untyped(body))).json()).toMatchObject({
      code: 'export.too_long',
      message: expect.stringContaining('20000'),
    })
    const { jobId } = await tenant.admin.call(exportList, {
      ...body,
      format: 'csv',
    })
    const left = () => readdirSync(join(app.filesDir, 'incoming'))
    const seen: string[][] = []
    const stop = setInterval(
      () =>
        void (
          left().length &&
          seen.push(left()) &&
          tenant.admin.call(cancelJob, { id: jobId }).catch(() => undefined)
        ),
      1,
    )
    await app.jobs.work()
    clearInterval(stop)
    expect((await tenant.admin.call(jobCall, { id: jobId })).state).toBe('cancelled')
    expect([seen.length > 0, left()]).toEqual([true, []])
  })
  test('are for who may list, of their own tenant, and of columns there are', async () => {
    const blind = await newMember(app, mine, [])
    const body = { entity: 'unit', format: 'csv' as const, columns: ['code'], query: {} }
    expect((await blind.send(exportList, untyped(body))).json()).toMatchObject({
      missing: ['wfpf.inventory.base.unit'],
    })
    expect(
      (
        await mine.admin.send(
          exportList,
          untyped({
            ...body,
            columns: ['code', 'tenantId'],
          }),
        )
      ).statusCode,
    ).toBe(422)
    expect(
      (await mine.admin.send(exportList, untyped({ ...body, entity: 'session' }))).statusCode,
    ).toBe(404)
    await mine.admin.call(callOf(unitEntity, 'create'), { code: 'theirsnot', name: '只在这里' })
    const theirs = await newTenant(app)
    const { job, file } = await resultOf(theirs.admin, body)
    expect([job.state, file!.body.includes('theirsnot')]).toEqual(['done', false])
    expect((await download(mine.admin, job.resultUrl)).statusCode).toBe(404)
  })
})

describe('jobs', () => {
  const jobOf = (id: number) => mine.admin.call(jobCall, { id })
  test('export the audit log as a private file that no spreadsheet takes for formulas', async () => {
    await mine.admin.call(callOf(unitEntity, 'create'), { code: 'formula', name: '=1+1' })
    const { jobId } = await mine.admin.call(exportAudit, { entity: 'unit' })
    await app.jobs.work()
    const job = await jobOf(jobId)
    expect(job).toMatchObject({
      state: 'done',
      progress: 100,
      resultName: expect.stringMatching(/^audit-.*\.csv$/),
    })
    const answer = await download(mine.admin, job.resultUrl)
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
      200,
      expect.stringContaining('attachment'),
    ])
    expect(answer.body.startsWith('\uFEFF')).toBe(true)
    expect(answer.body).toContain(`"'=1+1"`)
    expect((await download(new Client(app.http), job.resultUrl)).statusCode).toBe(401)
    const theirs = await newTenant(app)
    expect((await download(theirs.admin, job.resultUrl)).statusCode).toBe(404)
  })

  test('are taken up again by another process when theirs died, and stop when cancelled', async () => {
    const id = await app.db.write(mine.id, (tx) => enqueue(tx, mine.adminAccount, 'slow', {}))
    // A process that claimed it and died a while ago.
    await app.db.write(mine.id, (tx) =>
      sql`update job set state = 'running', claimed_by = 'dead',
        claimed_at = now() - interval '2 minutes', tries = 1 where id = ${id}`.execute(tx),
    )
    const other = new JobQueue(app.db, nobody)
    let steps = 0
    other.on(
      'slow',
      () => null,
      async ({ progress }) => {
        for (; steps < 50; steps++) {
          if (steps === 3) await mine.admin.call(cancelJob, { id })
          await progress(steps)
        }
        return {}
      },
    )
    await other.work()
    expect([steps, (await jobOf(id)).state]).toEqual([3, 'cancelled'])
    expect((await mine.admin.send(cancelJob, { id })).statusCode).toBe(409)
  })

  test('come again, later each time, where the database was at fault; three times, and not where they were', async () => {
    const queue = new JobQueue(app.db, nobody)
    let fault: Error = Object.assign(new Error('deadlock detected'), { code: '40P01' })
    let times = 0
    const fail = () => {
      times++
      return Promise.reject(fault)
    }
    queue.on('failing', () => null, fail)
    const id = await app.db.write(mine.id, (tx) => enqueue(tx, mine.adminAccount, 'failing', {}))
    const waits = async () =>
      app.db.read(mine.id, async (tx) =>
        Math.round(
          Number(
            (await row<{ wait: string }>(
              tx,
              sql`select extract(epoch from due_at - now()) as wait from job where id = ${id}`,
            ))!.wait,
          ),
        ),
      )
    const due = () =>
      app.db.write(mine.id, (tx) => sql`update job set due_at = now() where id = ${id}`.execute(tx))
    await queue.work()
    await queue.work()
    expect([times, (await jobOf(id)).state]).toEqual([1, 'queued'])
    expect(await waits()).toBeGreaterThan(3)
    await due()
    await queue.work()
    expect([times, (await jobOf(id)).state]).toEqual([2, 'queued'])
    expect(await waits()).toBeGreaterThan(20)
    await due()
    await queue.work()
    expect([times, (await jobOf(id)).state]).toEqual([3, 'failed'])
    fault = new Error('a mistake of ours')
    const other = await app.db.write(mine.id, (tx) => enqueue(tx, mine.adminAccount, 'failing', {}))
    await queue.work()
    expect([times, (await jobOf(other)).state]).toEqual([4, 'failed'])
  })

  test('are done once, however many processes look for work', async () => {
    const ids = await app.db.write(mine.id, async (tx) =>
      Promise.all(Array.from({ length: 12 }, () => enqueue(tx, mine.adminAccount, 'count', {}))),
    )
    const done: number[] = []
    const queues = Array.from({ length: 3 }, () => new JobQueue(app.db, nobody))
    for (const queue of queues)
      queue.on(
        'count',
        () => null,
        async () => (done.push(1), {}),
      )
    await Promise.all(queues.map((queue) => queue.work()))
    expect([done.length, (await jobOf(ids[0]!)).state]).toEqual([12, 'done'])
  })
})
