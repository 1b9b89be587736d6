import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const tables = [
  'account',
  'tenant',
  'member',
  'land',
  'device',
  'file',
  'stock_ledger',
  'stock_document',
  'notice',
  'alarm_rule',
  'approval_case',
  'camera',
  'sim_card',
]
const pidFile = (dataDir: string) => join(dataDir, 'postgres/postmaster.pid')
const freePort = () =>
  new Promise<number>((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })

/** How many rows of which kind; what the record of changes says, by what was done to what. */
type Counts = Readonly<Record<string, number>>
/** What differs, as `kind is (should be)`. */
const differences = (is: Counts, should: Counts) =>
  [...new Set([...Object.keys(is), ...Object.keys(should)])]
    .filter((kind) => is[kind] !== should[kind])
    .map((kind) => `${kind} ${is[kind] ?? 0} (${should[kind] ?? 0})`)
    .join(', ')

/** How many rows a demo has, and whether it says that it is whole. */
async function demoIn(dataDir: string): Promise<{ state: string | null; counts: Counts } | null> {
  if (!existsSync(pidFile(dataDir))) return null
  const client = new pg.Client({
    host: readFileSync(pidFile(dataDir), 'utf8').split('\n')[4],
    user: 'postgres',
    database: 'postgres',
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const {
      rows: [there],
    } = await client.query("select to_regclass('installation') is not null as there")
    if (!there.there) return null
    const {
      rows: [state],
    } = await client.query<{ value: string }>("select value from installation where name = 'demo'")
    const { rows: counts } = await client.query<{ kind: string; count: number }>(
      `${tables.map((name) => `select '${name}' as kind, count(*)::int from ${name}`).join(' union all ')}
        union all select concat_ws(' ', 'audit', entity, action), count(*)::int from audit group by entity, action`,
    )
    return {
      state: state?.value ?? null,
      counts: Object.fromEntries(counts.map(({ kind, count }) => [kind, count])),
    }
  } catch {
    return null
  } finally {
    await client.end().catch(() => undefined)
  }
}

/**
 * Kills first starts, their database with every third, and looks after each start that was let
 * through whether its demo is whole.
 */
export async function killFirstStarts(
  count: number,
): Promise<{ kind: string; kills: number; atWork: number; faults: string[] }> {
  const built = existsSync('dist/server/main.js')
  const begin = async (dataDir: string) => {
    const port = await freePort()
    const child = spawn(
      process.execPath,
      built ? ['dist/server/main.js'] : ['--import', 'tsx', 'server/main.ts'],
      {
        env: {
          ...process.env,
          DATABASE_URL: '',
          DATA_DIR: dataDir,
          PORT: String(port),
          MQTT_PORT: '0',
          FURROW_DEMO: 'on',
          FURROW_SIMULATOR: 'off',
        },
        stdio: 'ignore',
      },
    )
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const ready = async () => {
      while (child.exitCode === null && child.signalCode === null) {
        if (
          await fetch(`http://127.0.0.1:${port}/readyz`).then(
            (answer) => answer.ok,
            () => false,
          )
        )
          return true
        await wait(100)
      }
      return false
    }
    return { child, ended, ready }
  }
  const result = { kind: 'first-start', kills: 0, atWork: 0, faults: [] as string[] }
  let wanted: Counts | undefined
  let longestMs = 0
  const finish = async (dataDir: string) => {
    const began = performance.now()
    const server = await begin(dataDir)
    if (!(await server.ready())) result.faults.push(`after ${result.kills} kills it does not start`)
    if (longestMs === 0) longestMs = performance.now() - began
    const found = await demoIn(dataDir)
    wanted ??= found?.counts ?? {}
    const other = differences(found?.counts ?? {}, wanted)
    if (found?.state !== 'filled' || other)
      result.faults.push(`after ${result.kills} kills: ${found?.state} ${other}`)
    server.child.kill('SIGTERM')
    await server.ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  const newFolder = () => mkdtempSync(join(tmpdir(), 'furrow-kill-'))
  await finish(newFolder())
  let dataDir = newFolder()
  while (result.kills < count && result.faults.length === 0) {
    const server = await begin(dataDir)
    await wait(Math.random() * longestMs)
    server.child.kill('SIGKILL')
    await server.ended
    result.kills++
    if (result.kills % 3 === 0 && existsSync(pidFile(dataDir))) {
      try {
        process.kill(Number(readFileSync(pidFile(dataDir), 'utf8').split('\n')[0]), 'SIGKILL')
      } catch {
        /* it had not begun, or had ended */
      }
    }
    const found = await demoIn(dataDir)
    const other = differences(found?.counts ?? {}, wanted!)
    if (found?.state === 'filled' && other)
      result.faults.push(`kill ${result.kills}: called whole with ${other}`)
    if (found?.state !== 'filled') result.atWork++
    // Let through now and then, and begun anew.
    if (found?.state === 'filled' || result.kills % 10 === 0 || result.kills === count) {
      await finish(dataDir)
      dataDir = newFolder()
    }
  }
  rmSync(dataDir, { recursive: true, force: true })
  return result
}
