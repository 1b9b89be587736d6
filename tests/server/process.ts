import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, expect } from 'vitest'
import { serverProgram } from '#scripts/bench/server-program.ts'
import { scratchDir } from '#scripts/scratch.mjs'

// The real process, as `npm start` runs it.
const folders: string[] = []
const children: ChildProcess[] = []
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    }
  }
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}, 60_000)

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
export const newFolder = () => {
  const folder = mkdtempSync(join(scratchDir(), 'furrow-main-'))
  folders.push(folder)
  return folder
}
export interface Running {
  child: ChildProcess
  address: string
  output(): string
  ended: Promise<number | null>
}
export async function run(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  const port = await freePort()
  const child = spawn(process.execPath, serverProgram, {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: dataDir,
      PORT: String(port),
      MQTT_PORT: '0',
      FURROW_DEMO: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  children.push(child)
  let output = ''
  for (const stream of [child.stdout!, child.stderr!])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    child,
    address: `http://127.0.0.1:${port}`,
    output: () => output,
    ended: new Promise((resolve) => child.once('exit', resolve)),
  }
}
export async function ready(server: Running): Promise<Running> {
  for (let i = 0; i < 1800 && server.child.exitCode === null; i++) {
    if (
      await fetch(`${server.address}/readyz`).then(
        (r) => r.ok,
        () => false,
      )
    )
      return server
    await wait(50)
  }
  throw new Error(`not ready: ${server.output()}`)
}
export async function seal(address: string, password: string): Promise<string> {
  const { Client } = await import('#server/demo/client.ts')
  const overNetwork = async (path: string) => {
    const answer = await fetch(address + path)
    const body = await answer.text()
    return { statusCode: answer.status, body, json: () => JSON.parse(body) as unknown }
  }
  return new Client({
    inject: ((options: { url: string }) => overNetwork(options.url)) as never,
  }).seal(password)
}
export async function signIn(
  address: string,
  username: string,
  password: string,
): Promise<{ token: string; tenant: number }> {
  const form = new URLSearchParams({
    grant_type: 'password',
    username,
    password: await seal(address, password),
  })
  const { access_token: token } = (await (
    await fetch(`${address}/oauth/oauth/token`, { method: 'POST', body: form })
  ).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${token}` }
  const ask = async <T>(path: string, init: RequestInit = {}) =>
    (await (await fetch(address + path, { headers, ...init })).json()) as T
  const { tenantId } = await ask<{ tenantId: number }>('/iam/stong/v1/users/self')
  if (tenantId > 0) return { token, tenant: tenantId }
  // An operator goes into the tenant that they also work for by hand.
  const [own] = await ask<{ tenantId: number }[]>('/iam/stong/v1/users/self-tenants')
  if (!own) return { token, tenant: tenantId }
  const moved = await ask<{ access_token: string }>('/iam/v1/users/tenant-id', {
    method: 'PUT',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ tenantId: own.tenantId }),
  })
  return { token: moved.access_token, tenant: own.tenantId }
}
export async function setUp({ address, output }: Running) {
  // The server is ready a moment before it says so.
  for (let i = 0; i < 200 && !output().includes('/setup#'); i++) await wait(50)
  const body = {
    code: /\/setup#([\w-]+)/.exec(output())![1]!,
    loginName: 'first',
    realName: '站长',
    tenantName: '示范农场',
    language: 'zh-CN',
    password: await seal(address, 'Operate#26'),
  }
  const answer = await fetch(`${address}/iam/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(await answer.json()).toBe(true)
  return signIn(address, 'first', 'Operate#26')
}
