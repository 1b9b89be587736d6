import { callOf } from '#contract/entity-calls.ts'
import { deviceOutage } from '#contract/telemetry/outage.ts'
import { job } from '#contract/platform/platform-calls.ts'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { windRose, soilHistory, exportDeviceHistory } from '#contract/telemetry/history-calls.ts'
import { connect, newDevice, report } from './devices.ts'
import { newMember, download } from './harness.ts'
import { app, gateway, mine, status, valveCodes } from './equipment-types-ground.ts'

describe('over time', () => {
  const to = Date.now()
  const span = { from: new Date(to - 3_600_000).toISOString(), to: new Date(to).toISOString() }

  test('wind counts for as long as it blew, by direction and strength', async () => {
    const station = await newDevice(mine.admin)
    const client = await connect(app, station)
    // Each for ten seconds, the last, which came first, for as long as two reports may be apart.
    const winds = [
      [0, 1],
      [359, 2],
      [22.4, 4],
      [90, 9],
      [180, 0.1],
      [337.5, 60],
    ]
    await report(
      client,
      winds.map(([windDirection, windSpeed], i) => ({
        ts: to - 10_000 * (i + 1),
        values: { windDirection, windSpeed },
      })),
    )
    await report(client, { ts: to - 7_000_000, values: { windDirection: 90, windSpeed: 9 } })
    // Speed without direction is no wind from anywhere.
    await report(client, { ts: to - 65_000, values: { windSpeed: 5 } })
    const rose = await mine.admin.call(windRose, {
      id: station.id,
      ...span,
      from: new Date(to - 7_200_000).toISOString(),
    })
    expect([rose.total, rose.calm]).toEqual([3660, 10])
    expect(rose.eighths[0]).toEqual([10, 10, 10, 0, 10])
    expect(rose.eighths[2]).toEqual([0, 0, 0, 0, 3610])
    await client.endAsync()
  })

  test('a layer of a probe has its curve, and everything its file', async () => {
    const probe = await newDevice(mine.admin, 'soil')
    const client = await connect(app, probe)
    await report(client, [
      {
        ts: to - 2000,
        values: {
          'temperature.0': 18,
          'temperature.1': 20,
          'humidity.1': 30,
          'conductivity.1': 0.08,
        },
      },
      { ts: to - 1000, values: { 'temperature.1': 21, 'humidity.1': 31 } },
    ])
    const curve = (layer: number) => mine.admin.call(soilHistory, { id: probe.id, ...span, layer })
    expect(await curve(1)).toMatchObject([
      { layer: 1, temperature: 20, humidity: 30, conductivity: 0.08 },
      { temperature: 21, humidity: 31, conductivity: null },
    ])
    expect(await curve(0)).toMatchObject([
      { layer: 0, temperature: 18, humidity: null, conductivity: null },
    ])
    expect(await status(mine.admin, soilHistory, { id: gateway.id, ...span, layer: 1 })).toBe(404)
    const { jobId } = await mine.admin.call(exportDeviceHistory, { id: probe.id, ...span })
    await app.jobs.work()
    const { resultUrl } = await mine.admin.call(job, { id: jobId })
    const { body } = await download(mine.admin, resultUrl)
    const [head, first, second] = body.replace('\uFEFF', '').trim().split('\r\n')
    expect(head).toBe(
      '"时间","数据类型","土壤温度 0 cm (°C)","土壤温度 10 cm (°C)","土壤含水率 10 cm (%)","电导率 10 cm (S/m)"',
    )
    expect([first!.split(',').slice(1), second!.split(',').slice(1)]).toEqual([
      ['"上报值"', '18', '20', '30', '0.08'],
      ['"上报值"', '""', '21', '31', '""'],
    ])
    const book = await mine.admin.call(exportDeviceHistory, {
      id: probe.id,
      ...span,
      format: 'xlsx',
      channels: 'humidity.1,temperature.1',
    })
    await app.jobs.work()
    const made = await mine.admin.call(job, { id: book.jobId })
    const sheet = await readSheet(
      Uint8Array.from((await download(mine.admin, made.resultUrl)).rawPayload).buffer,
    )
    expect([
      made.message,
      made.resultName!.endsWith('.xlsx'),
      sheet[0],
      sheet.slice(1).map((line) => line.slice(1)),
    ]).toEqual([
      '2',
      true,
      ['时间', '数据类型', '土壤温度 10 cm (°C)', '土壤含水率 10 cm (%)'],
      [
        ['上报值', 20, 30],
        ['上报值', 21, 31],
      ],
    ])
    expect(
      await status(mine.admin, exportDeviceHistory, {
        id: probe.id,
        ...span,
        channels: 'humidity.1,nonsense',
      }),
    ).toBe(422)
    await client.endAsync()
  })

  test('outages of all devices are one log', async () => {
    const lost = await newDevice(mine.admin)
    const client = await connect(app, lost, {
      will: {
        topic: 'v1/devices/me/status',
        payload: Buffer.from('offline'),
        qos: 1,
        retain: false,
      },
    })
    await report(client, { airTemperature: 20 })
    client.stream.destroy()
    const log = () => mine.admin.call(callOf(deviceOutage, 'list'), { eui: String(lost.eui) })
    await expect
      .poll(async () => (await log()).content)
      .toMatchObject([
        {
          deviceName: lost.name,
          deviceId: lost.id,
          reason: 'will',
          ongoing: 1,
          minutes: 0,
          endedAt: null,
          areaId: lost.areaId,
        },
      ])
    // Written down after one that began later, it stands in its place all the same.
    await app.db.write(mine.id, async (tx) => {
      await sql`insert into device_offline (device_id, reason, began_at, ended_at)
        values (${lost.id}, 'silence', now() - interval '2 days', now() - interval '1 day')`.execute(
        tx,
      )
    })
    const began = (await log()).content.map(({ beganAt }) => String(beganAt))
    expect(began).toHaveLength(2)
    expect(began).toEqual(began.toSorted().toReversed())
    expect(
      await status(await newMember(app, mine, [valveCodes.list]), callOf(deviceOutage, 'list')),
    ).toBe(403)
  })
})
