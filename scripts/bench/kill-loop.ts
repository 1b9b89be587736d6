import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import type { DeviceHistory } from '#contract/equipment/device-calls.ts'
import { CallFailed, Client } from '#server/demo/client.ts'

export interface KillLoop { dataDir: string; rounds: number; devices: number; window: number; roundMs: number; say?: (line: string) => void }
export interface KillResult { acknowledged: number; found: number; lost: number }

const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
/** What `Client` needs of an app, over the network. */
const over = (address: string): Client => {
  const inject = async ({ method = 'GET', url, query, payload, headers }: { method?: string; url: string; query?: Record<string, string>; payload?: unknown; headers?: Record<string, string> }) => {
    const isText = typeof payload === 'string'
    const answer = await fetch(`${address}${url}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
      method, headers: { ...(payload !== undefined && !isText && { 'content-type': 'application/json' }), ...headers }, ...(payload !== undefined && { body: isText ? payload : JSON.stringify(payload) }),
    })
    const body = await answer.text()
    return { statusCode: answer.status, body, json: () => JSON.parse(body) as unknown }
  }
  return new Client({ inject: inject as never })
}

class Server {
  child: ChildProcess | null = null
  readonly address: string
  readonly #options: { dataDir: string; port: number; mqttPort: number }
  constructor(options: { dataDir: string; port: number; mqttPort: number }) {
    this.#options = options
    this.address = `http://127.0.0.1:${options.port}`
  }
  async start(): Promise<void> {
    const { dataDir, port, mqttPort } = this.#options
    const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, PORT: String(port), MQTT_PORT: String(mqttPort), FURROW_DEMO: 'off', FURROW_SIMULATOR: 'off' }, stdio: 'ignore',
    })
    this.child = child
    for (let i = 0; i < 1200 && child.exitCode === null; i++) {
      if (await fetch(`${this.address}/readyz`).then((r) => r.ok, () => false)) return
      await wait(50)
    }
    throw new Error('the server did not start')
  }
  /** Kills the server, or first its database and then the server. */
  async kill(withDatabase: boolean): Promise<void> {
    const child = this.child!
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (withDatabase) {
      const postmaster = Number(readFileSync(join(this.#options.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
      const tree = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' }).split('\n').map(Number).filter(Boolean)
      for (const pid of [postmaster, ...tree]) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch { /* it went with its parent */ }
      }
    }
    child.kill('SIGKILL')
    await ended
  }
  async stop(): Promise<void> {
    const child = this.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
}

const fields = { loginName: 'first', realName: 'First', tenantName: 'Kill loop', language: 'zh-CN' }
const password = 'Operate#26'
async function setUp(address: string, count: number) {
  const admin = over(address)
  await admin.call('POST /iam/v1/setup', { ...fields, password: await admin.seal(password) })
  await admin.signIn(fields.loginName, password)
  const base = await admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/area', { areaName: 'Base', areaCode: 'B1' })
  const devices = []
  for (let i = 0; i < count; i++) {
    const { id } = await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/device', { name: `d${i}`, deviceType: 'gateway_weather', eui: `kill-${i}`, areaId: base.id })
    devices.push({ id, ...(await admin.call<{ key: string; secret: string }>(`PUT /wfpe/v1/{tenant}/device/${id}/credential`)), acknowledged: [] as number[] })
  }
  return devices
}

/** Devices that publish with a window of QoS 1 until the connection goes; notes what was acknowledged. */
async function publish(port: number, { key, secret, acknowledged }: { key: string; secret: string; acknowledged: number[] }, window: number, next: () => number): Promise<void> {
  const client = mqtt.connect(`mqtt://127.0.0.1:${port}`, { username: key, password: secret, reconnectPeriod: 0, protocolVersion: 4 })
  client.on('error', () => undefined)
  const send = () => {
    const ts = next()
    client.publish('v1/devices/me/telemetry', JSON.stringify({ ts, values: { airTemperature: (ts % 600) / 10 } }), { qos: 1 }, (error) => {
      if (error) return
      acknowledged.push(ts)
      send()
    })
  }
  client.once('connect', () => {
    for (let i = 0; i < window; i++) send()
  })
  await new Promise<void>((resolve) => client.once('close', () => resolve()))
  client.end(true)
}

/**
 * Devices publish while the server is killed again and again, every other time with its database first. Everything that
 * was acknowledged must be answered by the API afterwards, once.
 */
export async function killLoop({ dataDir, rounds, devices: count, window, roundMs, say = () => undefined }: KillLoop): Promise<KillResult> {
  const mqttPort = await freePort()
  const server = new Server({ dataDir, port: await freePort(), mqttPort })
  try {
    await server.start()
    const devices = await setUp(server.address, count)
    const firstTs = Date.now() - 3 * 3_600_000
    let ts = firstTs
    for (let round = 0; round < rounds; round++) {
      const publishers = devices.map((device) => publish(mqttPort, device, window, () => ++ts))
      await wait(roundMs + ((round * 137) % 400))
      await server.kill(round % 2 === 1)
      await Promise.all(publishers)
      say(`round ${round + 1}: ${devices.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)} acknowledged`)
      await server.start()
    }
    const admin = await over(server.address).signIn(fields.loginName, password)
    return await compare(admin, devices, firstTs, ts)
  } catch (error) {
    throw error instanceof CallFailed ? new Error(error.message) : error
  } finally {
    await server.stop()
  }
}

/** Asks again for as long as the server finds that we ask too often. */
async function patiently<T>(admin: Client, endpoint: string, query: Record<string, string>): Promise<T> {
  for (;;) {
    try {
      return await admin.call<T>(endpoint, query)
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 429) throw error
      await wait(1000)
    }
  }
}

/** Reads back a span at a time: raw values come at most two thousand per channel. */
async function compare(admin: Client, devices: readonly { id: number; acknowledged: readonly number[] }[], from: number, to: number): Promise<KillResult> {
  const result = { acknowledged: 0, found: 0, lost: 0 }
  const stepMs = 2000
  for (const { id, acknowledged } of devices) {
    const found = new Set<number>()
    for (let at = from; at <= to; at += stepMs) {
      const { series } = await patiently<DeviceHistory>(admin, `GET /wfpe/v1/{tenant}/device/${id}/history`, { from: new Date(at).toISOString(), to: new Date(at + stepMs).toISOString(), channels: 'airTemperature' })
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
