import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchCode } from '#contract/camera/camera.ts'
import {
  cameraPictures,
  seedlingPicture,
  removePicture,
  seedlingSituation,
  makeFilm,
} from '#contract/camera/capture.ts'
import { cameraTimer, mostTimers } from '#contract/camera/timer.ts'
import { land } from '#contract/farm/land.ts'
import { job as jobCall, cancelJob } from '#contract/platform/platform-calls.ts'
import { captureCamera } from '#contract/camera/viewing.ts'
import { callOf } from '#contract/entity-calls.ts'
import { raiseRights } from '#server/db/rights.ts'
import { purge } from '#server/jobs/retention.ts'
import { CameraEngine } from '#server/modules/camera/engine/engine.ts'
import { takeDue } from '#server/modules/camera/timers.ts'
import { flvCamera, newCamera } from './camera-ground.ts'
import { oneFarm } from './ground.ts'
import { download, newMember, newTenant, unique } from './harness.ts'
import { make } from './samples.ts'

const { app, mine } = await oneFarm({ privateCameras: true })
const engine = new CameraEngine(app.db, 'test secret', app.cameraOutgoing)
let source: Awaited<ReturnType<typeof flvCamera>>
beforeAll(async () => {
  // Only what a test asks for is taken here.
  await app.rest()
  source = await flvCamera()
})
afterAll(async () => {
  await engine.stop()
  source.close()
})
const timed = (cameraId: number, more: Record<string, unknown> = {}, who = mine.admin) =>
  who.call(callOf(cameraTimer, 'create'), {
    name: unique('T'),
    cameraId,
    cron: '0 12 * * *',
    enabledFlag: 1,
    ...more,
  })
const show = (id: number) => mine.admin.call(callOf(cameraTimer, 'show'), { id })
const pictures = (cameraId: number, more: Record<string, string> = {}) =>
  mine.admin.call(cameraPictures, { cameraId, ...more })
const due = (id: number, ago: string) =>
  app.db.write(mine.id, (tx) =>
    sql`update camera_timer set next_on = date_trunc('milliseconds', now()) - ${ago}::interval where id = ${id}`.execute(
      tx,
    ),
  )

describe('a timer', () => {
  test('says when it comes next, and comes no more often than it may', async () => {
    const camera = await newCamera(mine)
    const made = await timed(camera.id)
    expect(Date.parse(made.nextOn!)).toBeGreaterThan(Date.now())
    expect(new Date(made.nextOn!).toISOString()).toMatch(/T04:00:00/)
    for (const cron of ['*/5 * * * *', '0,9 * * * *', '59,0 * * * *', '2026-11-20T06:00/PT9M'])
      await expect(timed(camera.id, { cron })).rejects.toMatchObject({ status: 422 })
    for (const cron of ['x', '', '2020-01-01T06:00'])
      expect(
        (
          await mine.admin.send(callOf(cameraTimer, 'create'), {
            name: unique('T'),
            cameraId: camera.id,
            cron,
          })
        ).statusCode,
      ).toBeGreaterThanOrEqual(400)
    await timed(camera.id, { cron: '*/10 * * * *' })
  })

  test('takes its picture once, however many processes look', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/a.flv`)
    const { id, name } = await timed(camera.id)
    await due(id, '5 seconds')
    await Promise.all([takeDue(app, engine), takeDue(app, engine), takeDue(app, engine)])
    const [one, ...more] = await pictures(camera.id)
    expect([one?.timerName, more]).toEqual([name, []])
    const file = await download(mine.admin, one!.fileUrl)
    expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
    expect(await show(id)).toMatchObject({ taken: 1, missed: 0, problem: null })
    await takeDue(app, engine)
    expect(await pictures(camera.id)).toHaveLength(1)
  })

  test('makes up for nothing that it missed, and says so', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/b.flv`)
    const { id } = await timed(camera.id)
    await due(id, '3 days')
    await takeDue(app, engine)
    expect(await pictures(camera.id)).toEqual([])
    const found = await show(id)
    expect(found).toMatchObject({ taken: 0, problem: 'missed' })
    expect(found.missed).toBeGreaterThanOrEqual(3)
    expect(Date.parse(found.nextOn!)).toBeGreaterThan(Date.now())
  })

  test('says why there is no picture', { timeout: 60_000 }, async () => {
    const closed = await newCamera(mine, `${source.url}/c.flv`, { enabledFlag: 0 })
    const away = await newCamera(mine, 'http://127.0.0.1:9/none.flv')
    const [one, two] = [await timed(closed.id), await timed(away.id)]
    await due(one.id, '1 second')
    await due(two.id, '1 second')
    await takeDue(app, engine)
    expect([(await show(one.id)).problem, (await show(two.id)).problem]).toEqual([
      'disabled',
      'unreachable',
    ])
    expect(Date.parse((await show(two.id)).nextOn!)).toBeGreaterThan(Date.now())
  })

  test(
    'asks a camera that does not answer twice more, and then at its next time',
    { timeout: 60_000 },
    async () => {
      let isUp = false
      const poor = await flvCamera(() => isUp)
      const camera = await newCamera(mine, `${poor.url}/e.flv`)
      const { id, nextOn: usual } = await timed(camera.id)
      const asked = async () => {
        await due(id, '1 second')
        await takeDue(app, engine)
        const { nextOn, problem, missed } = await show(id)
        const minutes = Math.round((Date.parse(nextOn!) - Date.now()) / 60_000)
        return [nextOn === usual ? 'usual' : minutes, problem, missed]
      }
      try {
        expect(await asked()).toEqual([1, 'unreachable', 0])
        expect(await asked()).toEqual([3, 'unreachable', 0])
        expect(await asked()).toEqual(['usual', 'unreachable', 0])
        // The next time begins anew; once there is a picture, nothing is asked again.
        expect(await asked()).toEqual([1, 'unreachable', 0])
        isUp = true
        expect(await asked()).toEqual(['usual', null, 0])
        expect(await pictures(camera.id)).toHaveLength(1)
      } finally {
        poor.close()
      }
    },
  )

  test('acts with the rights that its author has by then', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/d.flv`)
    const author = await newMember(app, mine, [
      watchCode,
      cameraTimer.permissions.list,
      cameraTimer.permissions.create,
    ])
    const { id } = await timed(camera.id, {}, author)
    await app.db.write(mine.id, async (tx) => {
      await sql`delete from member_role where member_id in (select id from member where account_id = ${author.accountId})`.execute(
        tx,
      )
      await raiseRights(tx, mine.id)
    })
    await due(id, '1 second')
    await takeDue(app, engine)
    expect([(await show(id)).problem, await pictures(camera.id)]).toEqual(['rights', []])
  })

  test('is one of twenty at most', async () => {
    const other = await newTenant(app)
    const camera = await newCamera(other)
    const answers = await Promise.all(
      Array.from({ length: mostTimers + 4 }, () =>
        other.admin.send(callOf(cameraTimer, 'create'), {
          name: unique('T'),
          cameraId: camera.id,
          cron: '0 12 * * *',
        }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(mostTimers)
  })
})

describe('pictures', () => {
  /** One of a day, at noon on the tenant's clock, without a camera. */
  const kept = (cameraId: number, day: string, timerId: number | null = null, hour = 12) =>
    app.db.write(mine.id, (tx) =>
      sql`insert into camera_capture (camera_id, timer_id, taken_on, file_url) values (${cameraId}, ${timerId},
        (${day} || ' ' || ${hour} || ':00')::timestamp at time zone 'Asia/Shanghai', ${`/hfle/v1/${mine.id}/files/content/none.jpg`})`.execute(
        tx,
      ),
    )

  test('that are taken by hand stand in the series too', { timeout: 30_000 }, async () => {
    const camera = await newCamera(mine, `${source.url}/e.flv`)
    await mine.admin.call(captureCamera, { cameraId: camera.id })
    expect(await pictures(camera.id)).toMatchObject([{ cameraId: camera.id, timerName: null }])
  })

  test('are found by their days on the tenant’s clock, and gone through', async () => {
    const camera = await newCamera(mine)
    for (const day of ['2026-05-01', '2026-05-02', '2026-05-03']) await kept(camera.id, day)
    const found = await pictures(camera.id, { from: '2026-05-02', to: '2026-05-02' })
    expect(found.map(({ day }) => day)).toEqual(['2026-05-02'])
    const [one] = found
    const all = await pictures(camera.id)
    expect(await mine.admin.call(seedlingPicture, { id: one!.id })).toMatchObject({
      before: all[0]!.id,
      after: all[2]!.id,
    })
    await mine.admin.call(removePicture, { id: one!.id })
    expect(await pictures(camera.id)).toHaveLength(2)
  })

  test('of a plot are one a day and camera, the nearest to noon', async () => {
    const plot = await make(land, mine.admin)
    const areaId = plot.areaId as number
    const [camera, elsewhere] = [
      await newCamera(mine, null, { areaId, landId: plot.id }),
      await newCamera(mine),
    ]
    for (const hour of [6, 11, 18]) await kept(camera.id, '2026-06-01', null, hour)
    await kept(camera.id, '2026-06-02')
    await kept(elsewhere.id, '2026-06-02')
    const days = await mine.admin.call(seedlingSituation, { landId: plot.id })
    expect(
      days.map(({ day, pictures: of }) => [day, of.map((one) => one.takenOn.slice(11, 13))]),
    ).toEqual([
      ['2026-06-02', ['04']],
      ['2026-06-01', ['03']],
    ])
  })

  test('go with the days that their timer keeps them; those by hand stay', async () => {
    const camera = await newCamera(mine)
    const { id } = await timed(camera.id, { keepDays: 30 })
    await kept(camera.id, '2026-01-01', id)
    await kept(camera.id, '2026-01-01')
    await kept(camera.id, new Date(Date.now() - 86_400_000).toISOString().slice(0, 10), id)
    await purge(app.db)
    expect((await pictures(camera.id)).map(({ timerName }) => timerName !== null)).toEqual([
      false,
      true,
    ])
  })

  test('are nobody else’s', async () => {
    const camera = await newCamera(mine)
    await kept(camera.id, '2026-05-01')
    const [one] = await pictures(camera.id)
    const theirs = await newTenant(app)
    const nobody = await newMember(app, mine, [])
    for (const [endpoint, input] of [
      [cameraPictures.endpoint, { cameraId: String(camera.id) }],
      [seedlingPicture.endpoint, { id: String(one!.id) }],
      [makeFilm.endpoint, { cameraId: camera.id, from: '2026-05-01', to: '2026-05-02' }],
    ] as const) {
      expect([endpoint, (await theirs.admin.send(endpoint, input)).statusCode]).toEqual([
        endpoint,
        404,
      ])
      expect([endpoint, (await nobody.send(endpoint, input)).statusCode]).toEqual([endpoint, 403])
    }
    expect((await theirs.admin.send(removePicture, { id: one!.id })).statusCode).toBe(404)
  })
})

test('a film is made of them, and downloaded from one’s jobs', { timeout: 60_000 }, async () => {
  const camera = await newCamera(mine, `${source.url}/f.flv`)
  const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)
  const ask = (body: Record<string, unknown> = {}) =>
    mine.admin.send(makeFilm, {
      cameraId: camera.id,
      from: today,
      to: today,
      ...body,
    })
  expect((await ask()).statusCode).toBe(422)
  for (let count = 0; count < 3; count++)
    await mine.admin.call(captureCamera, { cameraId: camera.id })
  const { jobId } = (await ask({ rate: 2 })).json<{ jobId: number }>()
  await app.jobs.work()
  const job = await mine.admin.call(jobCall, { id: jobId })
  expect(job).toMatchObject({
    state: 'done',
    message: '3',
    resultName: expect.stringMatching(/\.mp4$/),
  })
  const film = await download(mine.admin, job.resultUrl)
  expect([film.headers['content-type'], film.rawPayload.subarray(4, 8).toString()]).toEqual([
    'video/mp4',
    'ftyp',
  ])
  const stopped = (await ask()).json<{ jobId: number }>()
  await mine.admin.call(cancelJob, { id: stopped.jobId })
  await app.jobs.work()
  expect(await mine.admin.call(jobCall, { id: stopped.jobId })).toMatchObject({
    state: 'cancelled',
  })
})
