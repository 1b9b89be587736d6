import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { DeviceHistory } from '#contract/equipment/device-calls.ts'
import { CallFailed, type Client } from '#server/demo/client.ts'
import { enterFarm, freePort, over, patiently, Server, setUpOver } from './killed-server.ts'

interface KillLoop {
  dataDir: string
  rounds: number
  devices: number
  window: number
  roundMs: number
  say?: (line: string) => void
}
interface KillResult {
  acknowledged: number
  found: number
  lost: number
}

async function setUp(address: string, dataDir: string, count: number) {
  const admin = over(address)
  await setUpOver(admin, dataDir)
  const base = await admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/area', {
    areaName: 'Base',
    areaCode: 'B1',
  })
  const devices = []
  for (let i = 0; i < count; i++) {
    const { id } = await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/device', {
      name: `d${i}`,
      deviceType: 'gateway_weather',
      eui: `kill-${i}`,
      areaId: base.id,
    })
    devices.push({
      id,
      ...(await admin.call<{ key: string; secret: string }>(
        `PUT /wfpe/v1/{tenant}/device/${id}/credential`,
      )),
      acknowledged: [] as number[],
    })
  }
  return devices
}

/**
 * Devices that publish with a window of QoS 1 until the connection goes; notes what was
 * acknowledged.
 */
async function publish(
  port: number,
  { key, secret, acknowledged }: { key: string; secret: string; acknowledged: number[] },
  window: number,
  next: () => number,
): Promise<void> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, {
    username: key,
    password: secret,
    reconnectPeriod: 0,
    protocolVersion: 4,
  })
  client.on('error', () => undefined)
  const send = () => {
    const ts = next()
    client.publish(
      'v1/devices/me/telemetry',
      JSON.stringify({ ts, values: { airTemperature: (ts % 600) / 10 } }),
      { qos: 1 },
      (error) => {
        if (error) return
        acknowledged.push(ts)
        send()
      },
    )
  }
  client.once('connect', () => {
    for (let i = 0; i < window; i++) send()
  })
  await new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.end(true)
}

/**
 * Devices publish while the server is killed again and again, every other time with its database
 * first. Everything that
 * was acknowledged must be answered by the API afterwards, once.
 */
export async function killLoop({
  dataDir,
  rounds,
  devices: count,
  window,
  roundMs,
  say = () => undefined,
}: KillLoop): Promise<KillResult> {
  const mqttPort = await freePort()
  const server = new Server({ dataDir, port: await freePort(), mqttPort })
  try {
    await server.start()
    const devices = await setUp(server.address, dataDir, count)
    const firstTs = Date.now() - 3 * 3_600_000
    let ts = firstTs
    for (let round = 0; round < rounds; round++) {
      const publishers = devices.map((device) => publish(mqttPort, device, window, () => ++ts))
      await wait(roundMs + ((round * 137) % 400))
      await server.kill(round % 2 === 1)
      await Promise.all(publishers)
      say(
        `round ${round + 1}: ${devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} acknowledged`,
      )
      await server.start()
    }
    const admin = await enterFarm(over(server.address))
    return await compare(admin, devices, firstTs, ts)
  } catch (error) {
    throw error instanceof CallFailed ? new Error(error.message) : error
  } finally {
    await server.stop()
  }
}

/** Reads back a span at a time: raw values come at most two thousand per channel. */
async function compare(
  admin: Client,
  devices: readonly { id: number; acknowledged: readonly number[] }[],
  from: number,
  to: number,
): Promise<KillResult> {
  const result = { acknowledged: 0, found: 0, lost: 0 }
  const stepMs = 2000
  for (const { id, acknowledged } of devices) {
    const found = new Set<number>()
    for (let at = from; at <= to; at += stepMs) {
      const { series } = await patiently<DeviceHistory>(
        admin,
        `GET /wfpe/v1/{tenant}/device/${id}/history`,
        {
          from: new Date(at).toISOString(),
          to: new Date(at + stepMs).toISOString(),
          channels: 'airTemperature',
        },
      )
      for (const point of series[0]?.points ?? []) {
        const time = Date.parse(point.at)
        if (found.has(time)) throw new Error(`${time} is there twice`)
        found.add(time)
      }
    }
    result.acknowledged += acknowledged.length
    result.found += found.size
    result.lost += acknowledged.filter((time) => !found.has(time)).length
  }
  return result
}
