import { describe, expect, test } from 'vitest'
import { newDevice } from './devices.ts'
import { app, latest, mine } from './lora-ground.ts'

describe('HTTP ingest', () => {
  const send = (who: { key: string; secret: string }, payload: unknown) =>
    app.http.inject({
      method: 'POST',
      url: '/ingest/v1/telemetry',
      headers: {
        authorization: `Basic ${Buffer.from(`${who.key}:${who.secret}`).toString('base64')}`,
      },
      payload: payload as object,
    })
  test('takes what MQTT takes, and says what was wrong with it', async () => {
    const device = await newDevice(mine.admin)
    const answer = await send(device, {
      ts: Date.now() - 1000,
      values: { airTemperature: 21.5, airHumidity: 999, other: 1 },
    })
    expect(answer.json()).toEqual({
      points: 1,
      problems: [
        { code: 'range', channel: 'airHumidity' },
        { code: 'unknown', channel: 'other' },
      ],
    })
    expect(await latest(mine, device.id)).toEqual({ airTemperature: 21.5 })
  })
  test('is closed without the device’s own secret', async () => {
    const device = await newDevice(mine.admin)
    for (const wrong of [
      { key: device.key, secret: 'x' },
      { key: 'nobody', secret: device.secret },
      { key: '', secret: '' },
    ])
      expect((await send(wrong, {})).statusCode).toBe(401)
  })
})
