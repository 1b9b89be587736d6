import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { InjectOptions } from 'fastify'
import { Client } from '#server/demo/client.ts'

/** What a server of the demo holds open. */
interface Held {
  ffmpegs: number
  sockets: number
}
interface BenchServer {
  base: string
  client(): Client
  held(): Held
  stop(): Promise<void>
}
const readyMs = 360_000

/** A built server with the demo's cameras on a port of this machine. */
export async function benchServer(port: number): Promise<BenchServer> {
  const base = `http://127.0.0.1:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'furrow-video-'))
  const server = spawn(
    process.execPath,
    ['--max-semi-space-size=64', join(import.meta.dirname, '../../../dist/server/main.js')],
    {
      env: {
        ...process.env,
        PORT: String(port),
        MQTT_PORT: String(port + 1),
        DATA_DIR: dataDir,
        FURROW_DEMO: 'on',
        // The camera that shows the time is one of this machine.
        FURROW_PRIVATE_CAMERAS: 'on',
        NODE_ENV: 'production',
      },
      stdio: 'ignore',
    },
  )
  const ended = new Promise<void>((done) => server.once('exit', () => done()))
  const stop = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const http = {
    inject: async ({ method, url, headers, payload }: InjectOptions) => {
      const isObject = typeof payload === 'object'
      const answer = await fetch(`${base}${String(url)}`, {
        method,
        headers: { ...headers, ...(isObject && { 'content-type': 'application/json' }) },
        ...(payload !== undefined && { body: isObject ? JSON.stringify(payload) : payload }),
      } as RequestInit)
      const body = await answer.text()
      return { statusCode: answer.status, body, json: () => JSON.parse(body) as unknown }
    },
  } as unknown as ConstructorParameters<typeof Client>[0]
  const until = Date.now() + readyMs
  const isUp = () =>
    fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isUp())) {
    if (Date.now() > until || server.exitCode !== null) {
      await stop()
      throw new Error('the server did not become ready')
    }
    await wait(500)
  }
  return { base, client: () => new Client(http), held: () => heldBy(server.pid!), stop }
}

/** Processes and connections of a server, and of the simulator below it. */
function heldBy(top: number): Held {
  const parents = new Map<number, number>()
  const names = new Map<number, string>()
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${id}/stat`, 'utf8')
      names.set(Number(id), stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')')))
      parents.set(Number(id), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]))
    } catch {
      // It has ended meanwhile.
    }
  }
  const isBelow = (id: number): boolean =>
    id === top || (parents.has(id) && id !== 1 && isBelow(parents.get(id)!))
  const ffmpegs = [...names].filter(([id, name]) => name === 'ffmpeg' && isBelow(id)).length
  const sockets = readdirSync(`/proc/${top}/fd`).filter((fd) => {
    try {
      return readlinkSync(`/proc/${top}/fd/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }).length
  return { ffmpegs, sockets }
}
