import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { lockDataFolder } from '#server/postgres/folder-lock.ts'
import { startPostgres, type Postgres } from '#server/postgres/supervisor.ts'

const root = join(import.meta.dirname, '../..')
const say = () => undefined
let dataDir: string

beforeEach(() => void (dataDir = mkdtempSync(join(scratchDir(), 'furrow-supervisor-'))))
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function ask(postgres: Postgres, question: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: postgres.url(postgres.superuser, 'postgres') })
  await client.connect()
  const { rows } = await client.query<{ answer: unknown }>(`select (${question}) as answer`)
  await client.end()
  return rows[0]?.answer
}

/** Another process that starts the same folder and then waits to be killed. */
async function startElsewhere(): Promise<{ pid: number; kill(): Promise<void> }> {
  const program = `
    import { lockDataFolder } from '#server/postgres/folder-lock.ts'
    import { startPostgres } from '#server/postgres/supervisor.ts'
    await lockDataFolder(process.env.FOLDER)
    await startPostgres({ dataDir: process.env.FOLDER, say: console.error })
    console.log('up')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    cwd: root,
    env: { ...process.env, FOLDER: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return {
    pid: child.pid!,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

test('the data is durable, checked and closed to everybody else', async () => {
  const postgres = await startPostgres({ dataDir, say })
  for (const [setting, value] of Object.entries({
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    data_checksums: 'on',
    listen_addresses: '',
    server_encoding: 'UTF8',
    TimeZone: 'UTC',
  }))
    expect([setting, await ask(postgres, `current_setting('${setting}')`)]).toEqual([
      setting,
      value,
    ])
  expect(await ask(postgres, `'山' < '水' collate "zh-x-icu"`)).toBe(true)
  await postgres.stop()
  await expect(ask(postgres, '1')).rejects.toThrow()
})

test(
  'a server that outlived its console is taken over, and a second start is refused',
  { timeout: 60_000 },
  async () => {
    const other = await startElsewhere()
    await expect(lockDataFolder(dataDir)).rejects.toMatchObject({
      code: 'data-folder-in-use',
      pid: other.pid,
    })
    await other.kill()

    const lock = await lockDataFolder(dataDir)
    const postgres = await startPostgres({ dataDir, say })
    expect(postgres.adopted).toBe(true)
    expect(await ask(postgres, '1')).toBe(1)
    await postgres.stop()
    lock.release()
  },
)

test('a killed database is started again', { timeout: 60_000 }, async () => {
  const said: string[] = []
  const postgres = await startPostgres({ dataDir, say: (sentence) => said.push(sentence) })
  process.kill(
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
    'SIGKILL',
  )
  await expect.poll(() => ask(postgres, '1').catch(() => undefined), { timeout: 20_000 }).toBe(1)
  expect(said).toContain('PostgreSQL ended unexpectedly; starting it again.')
  await postgres.stop()
})

test('leftovers of a first start that was killed, and of a reused process number, do not matter', async () => {
  mkdirSync(join(dataDir, 'postgres.new/base'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new/PG_VERSION'), '18\n')
  const first = await startPostgres({ dataDir, say })
  await first.stop()

  writeFileSync(
    join(dataDir, 'postgres/postmaster.pid'),
    `1\n/elsewhere\n1\n5432\n${first.socketDir}\n\n 1 1\nready\n`,
  )
  writeFileSync(
    join(dataDir, 'lock'),
    JSON.stringify({ pid: 1, start: 'long ago', space: '', token: 'x' }),
  )
  const second = await startPostgres({ dataDir, say })
  expect(second.adopted).toBe(false)
  await second.stop()
})

test('a long path still gets a socket, and two folders never share one', async () => {
  const long = join(dataDir, 'a'.repeat(60), '农场'.repeat(10))
  const postgres = await startPostgres({ dataDir: long, say })
  expect(Buffer.byteLength(`${postgres.socketDir}/.s.PGSQL.${postgres.port}`)).toBeLessThan(104)
  expect(await ask(postgres, '1')).toBe(1)
  await postgres.stop()
  rmSync(postgres.socketDir, { recursive: true, force: true })
})

test('files that are no database are never overwritten', async () => {
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres/notes.txt'), 'mine')
  await expect(startPostgres({ dataDir, say })).rejects.toThrow('holds files but no database')
  expect(readFileSync(join(dataDir, 'postgres/notes.txt'), 'utf8')).toBe('mine')
})
