import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { backup } from '#server/postgres/backup.ts'
import { lockDataFolder } from '#server/postgres/folder-lock.ts'
import { restore } from '#server/postgres/restore.ts'
import { startPostgres, type Postgres } from '#server/postgres/supervisor.ts'

// The drill of docs/operations.md, with somebody writing all the while.
const folder = mkdtempSync(join(scratchDir(), 'furrow-backup-'))
const dataDir = join(folder, 'farm')
const say = () => undefined
let postgres: Postgres

beforeAll(async () => {
  postgres = await startPostgres({ dataDir, say })
  mkdirSync(join(dataDir, 'files/ab'), { recursive: true })
  writeFileSync(join(dataDir, 'files/ab/照片.jpg'), Buffer.alloc(300_000, 7))
  writeFileSync(join(dataDir, 'secrets.json'), '{"signing":"s"}', { mode: 0o600 })
})

afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function connect(to: Postgres): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: to.url('postgres', 'postgres') })
  await client.connect()
  return client
}

test.each(['farm.tar', 'farm.tar.gz'])(
  'a backup taken under writes restores whole: %s',
  { timeout: 120_000 },
  async (name) => {
    const file = join(folder, name)
    const writer = await connect(postgres)
    await writer.query(
      'drop table if exists pair; create table pair (n int primary key, left_half text, right_half text)',
    )
    await writer.query(
      `insert into pair select g, repeat('x', 500), repeat('y', 500) from generate_series(1, 20000) g`,
    )

    let isDone = false
    const taking = backup({
      socketDir: postgres.socketDir,
      superuser: postgres.superuser,
      dataDir,
      file,
    }).finally(() => (isDone = true))
    let committed = 20_000
    while (!isDone) {
      await writer.query(
        'begin; insert into pair select max(n) + 1 from pair; update pair set left_half = n, right_half = n where n % 5000 = 0; commit',
      )
      committed += 1
    }
    const summary = await taking
    expect(summary.files).toBeGreaterThan(500)
    await writer.end()

    const elsewhere = join(folder, `${name}-restored`)
    await restore({ file, dataDir: elsewhere })
    const second = await startPostgres({ dataDir: elsewhere, say })
    try {
      const reader = await connect(second)
      const { rows } = await reader.query<{ rows: number; last: number; torn: number }>(
        `select count(*)::int as rows, max(n) as last, (count(*) filter (where n % 5000 = 0 and left_half <> right_half))::int as torn from pair`,
      )
      expect(rows[0]!.rows).toBe(rows[0]!.last)
      expect(rows[0]!.torn).toBe(0)
      expect(rows[0]!.rows).toBeGreaterThan(20_000)
      expect(rows[0]!.rows).toBeLessThanOrEqual(committed)
      await reader.query('reindex table pair; insert into pair (n) select max(n) + 1 from pair')
      await reader.end()
    } finally {
      await second.stop()
    }
    expect(
      readFileSync(join(elsewhere, 'files/ab/照片.jpg')).equals(Buffer.alloc(300_000, 7)),
    ).toBe(true)
    expect(readFileSync(join(elsewhere, 'secrets.json'), 'utf8')).toBe('{"signing":"s"}')
  },
)

test('a restore leaves a folder alone that holds data or runs', async () => {
  const file = join(folder, 'farm.tar')
  await expect(restore({ file, dataDir })).rejects.toThrow('is not empty')
  const running = join(folder, 'running')
  const lock = await lockDataFolder(running)
  await expect(restore({ file, dataDir: running })).rejects.toMatchObject({
    code: 'data-folder-in-use',
    pid: process.pid,
  })
  lock.release()
})

test('a cut-off, damaged or foreign archive restores nothing', async () => {
  const target = join(folder, 'nothing')
  const copy = join(folder, 'copy.tar')
  const bytes = readFileSync(join(folder, 'farm.tar'))

  writeFileSync(copy, bytes)
  truncateSync(copy, Math.floor(bytes.length / 1024) * 512)
  await expect(restore({ file: copy, dataDir: target })).rejects.toThrow('nothing was restored')

  bytes[bytes.indexOf(Buffer.alloc(1000, 7)) + 5] = 8
  writeFileSync(copy, bytes)
  await expect(restore({ file: copy, dataDir: target })).rejects.toThrow('照片.jpg in')

  execFileSync('tar', ['-cf', copy, '-C', dataDir, 'secrets.json'])
  await expect(restore({ file: copy, dataDir: target })).rejects.toThrow(
    'not a backup made by Furrow',
  )
})

test.each(['backup', 'restore', 'load'])('%s takes a question for no file', (program) => {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', `scripts/${program}.ts`, '--help'],
    { encoding: 'utf8', env: { ...process.env, DATA_DIR: folder, INIT_CWD: folder } },
  )
  expect(stderr).toContain(`npm run ${program} -- FILE`)
  expect(status).toBe(1)
  expect(existsSync(join(folder, '--help'))).toBe(false)
})
