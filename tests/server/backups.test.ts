import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { scheduleBackups, takeBackup, type Backups, type LastBackup } from '#server/backups.ts'
import { Installation } from '#server/db/installation.ts'
import { migrate } from '#server/db/migrate.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

const root = mkdtempSync(join(scratchDir(), 'furrow-backups-'))
const dataDir = join(root, 'data')
const postgres = await startPostgres({ dataDir, say: () => undefined })
const ownerUrl = postgres.url(postgres.superuser, 'postgres')
await migrate(ownerUrl)
afterAll(async () => {
  await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})
const settings = (folder: string, more: Partial<Backups> = {}): Backups => ({
  folder: join(root, folder),
  everyHours: 24,
  keep: 2,
  ownerUrl,
  dataDir,
  version: 'test',
  postgres,
  store: diskStore(join(dataDir, 'files')),
  say: () => undefined,
  ...more,
})

test('each is proven by being started, and the oldest go', { timeout: 120_000 }, async () => {
  const made = []
  for (const hour of ['01', '02', '03'])
    made.push(await takeBackup(settings('kept'), new Date(`2026-11-22T${hour}:00:00Z`)))
  expect(readdirSync(join(root, 'kept')).sort()).toEqual([
    'furrow-20261122T020000Z.tar.gz',
    'furrow-20261122T030000Z.tar.gz',
  ])
  expect(made[0]).toMatchObject({ tenants: 0, at: '2026-11-22T01:00:00.000Z' })
  expect(statSync(made[2]!.file).mode & 0o777).toBe(0o600)
})

test(
  'of somebody else’s database it is a dump, from which a database was started',
  { timeout: 120_000 },
  async () => {
    const { file, bytes, tenants } = await takeBackup(settings('dumps', { postgres: null }))
    expect([file.endsWith('.dump'), bytes > 500, tenants]).toEqual([true, true, 0])
    expect(readdirSync(join(root, 'dumps'))).toHaveLength(1)
  },
)

test('one that cannot be read back is not kept, and is said', { timeout: 60_000 }, async () => {
  const torn = settings('torn', {
    postgres: {
      ...postgres,
      get socketDir() {
        // The data folder loses a piece before it is copied.
        writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '99\n')
        return postgres.socketDir
      },
    },
  })
  await expect(takeBackup(torn)).rejects.toThrow()
  writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '18\n')
  expect(readdirSync(join(root, 'torn'))).toEqual([])
})

test(
  'the schedule takes one when it is due, once for all processes, and writes down when',
  { timeout: 120_000 },
  async () => {
    const said: string[] = []
    const stops = [1, 2].map(() =>
      scheduleBackups(settings('schedule', { postgres: null, say: (line) => said.push(line) })),
    )
    const installation = await Installation.open(ownerUrl)
    let last: LastBackup | null = null
    for (let tries = 0; !last && tries < 1000; tries++) {
      last = await installation.get<LastBackup>('backup')
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    for (const stop of stops) await stop()
    expect([said, readdirSync(join(root, 'schedule')).length]).toEqual([[], 1])
    expect(last!.file).toContain('schedule')
    await installation.close()
  },
)
