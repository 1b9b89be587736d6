import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { selfTenants, switchTenant } from '#contract/account/self.ts'
import { CallFailed, Client, type Loose } from '#server/demo/client.ts'
import { setupCodeOf } from '#server/modules/account/engine/setup-code.ts'
import { serverProgram } from './server-program.ts'

export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
/** What `Client` needs of an app, over the network. */
export const over = (address: string): Client => {
  const inject = async ({
    method = 'GET',
    url,
    query,
    payload,
    headers,
  }: {
    method?: string
    url: string
    query?: Record<string, string>
    payload?: unknown
    headers?: Record<string, string>
  }) => {
    const isText = typeof payload === 'string'
    const answer = await fetch(
      `${address}${url}${query ? `?${new URLSearchParams(query).toString()}` : ''}`,
      {
        method,
        headers: {
          ...(payload !== undefined && !isText && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(payload !== undefined && { body: isText ? payload : JSON.stringify(payload) }),
      },
    )
    const body = await answer.text()
    return { statusCode: answer.status, body, json: () => JSON.parse(body) as unknown }
  }
  return new Client({ inject: inject as never })
}

/**
 * Sets an empty installation up and signs in, with the code that the server prints for who can read
 * its data folder.
 */
export async function setUpOver(admin: Client, dataDir: string): Promise<void> {
  const { secret } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as {
    secret: string
  }
  await admin.call('POST /iam/v1/setup', {
    ...fields,
    code: setupCodeOf(secret),
    password: await admin.seal(password),
  })
  await enterFarm(admin)
}
/** Whoever set it up operates the platform, and goes into their farm by hand. */
export async function enterFarm(admin: Client): Promise<Client> {
  await admin.signIn(fields.loginName, password)
  const [farm] = await admin.call(selfTenants)
  admin.token = (await admin.call(switchTenant, { tenantId: farm!.tenantId })).access_token
  admin.tenantId = farm!.tenantId
  return admin
}

/** A server of its own, in its own process, that can be killed with its database. */
export class Server {
  child: ChildProcess | null = null
  readonly address: string
  readonly #options: { dataDir: string; port: number; mqttPort: number }
  constructor(options: { dataDir: string; port: number; mqttPort: number }) {
    this.#options = options
    this.address = `http://127.0.0.1:${options.port}`
  }
  async start(): Promise<void> {
    const { dataDir, port, mqttPort } = this.#options
    const child = spawn(process.execPath, serverProgram, {
      env: {
        ...process.env,
        DATABASE_URL: '',
        DATA_DIR: dataDir,
        PORT: String(port),
        MQTT_PORT: String(mqttPort),
        FURROW_DEMO: 'off',
        FURROW_SIMULATOR: 'off',
      },
      stdio: 'ignore',
    })
    this.child = child
    for (let i = 0; i < 1200 && child.exitCode === null; i++) {
      if (
        await fetch(`${this.address}/readyz`).then(
          (r) => r.ok,
          () => false,
        )
      )
        return
      await wait(50)
    }
    throw new Error('the server did not start')
  }
  /** Kills the server, or first its database and then the server. */
  async kill(withDatabase: boolean): Promise<void> {
    const child = this.child!
    const ended = new Promise((resolve) => child.once('exit', resolve))
    if (withDatabase) {
      const postmaster = Number(
        readFileSync(join(this.#options.dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
      )
      const tree = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], {
        encoding: 'utf8',
      })
        .split('\n')
        .map(Number)
        .filter(Boolean)
      for (const pid of [postmaster, ...tree]) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          /* it went with its parent */
        }
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

export const fields = {
  loginName: 'first',
  realName: 'First',
  tenantName: 'Kill loop',
  language: 'zh-CN',
}
export const password = 'Operate#26'

/** Asks again for as long as the server finds that we ask too often. */
export async function patiently<T>(admin: Client, endpoint: string, body: Loose): Promise<T> {
  for (;;) {
    try {
      return await admin.call<T>(endpoint, body)
    } catch (error) {
      if (!(error instanceof CallFailed) || error.status !== 429) throw error
      await wait(1000)
    }
  }
}
