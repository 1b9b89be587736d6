import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import type { LastBackup } from '#server/backups.ts'
import { Installation } from '#server/db/installation.ts'
import { emptyDatabase, type TestDatabase } from './harness.ts'
import { newFolder, ready, run, setUp, signIn } from './process.ts'

// An installation on somebody else's PostgreSQL: its backup by schedule is taken to another machine, and opened there.
const databases: TestDatabase[] = []
afterAll(async () => {
  for (const { drop } of databases) await drop()
})
const newDatabase = async () => {
  const made = await emptyDatabase()
  databases.push(made)
  return made.owner
}
const secret = 'the same on both machines, long enough'
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
async function upload(address: string, { token, tenant }: { token: string; tenant: number }) {
  const body = new FormData()
  body.set('bucketName', 'public')
  body.set('file', new Blob([picture], { type: 'image/png' }), 'a.png')
  const answer = await fetch(`${address}/hfle/v1/${tenant}/files/multipart`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  return ((await answer.text()).match(/\/hfle\/[^"]+/) ?? [''])[0]
}
/** As it is shown: an upload is stored anew, whoever signs its address. */
async function pictureAt(address: string, path: string, { token }: { token: string }) {
  const answer = await fetch(`${address}${path.split('?')[0]!}`, {
    headers: { authorization: `Bearer ${token}` },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    expect.stringContaining('image/'),
  ])
  return Buffer.from(await answer.arrayBuffer())
}
const units = async (address: string, { token, tenant }: { token: string; tenant: number }) =>
  (
    (await (
      await fetch(`${address}/wfpf/v1/${tenant}/unit?size=0`, {
        headers: { authorization: `Bearer ${token}` },
      })
    ).json()) as { content: { name: string }[] }
  ).content
    .map(({ name }) => name)
    .sort()

test(
  'what a backup of it holds is started elsewhere, and people sign in there',
  { timeout: 400_000 },
  async () => {
    const folder = newFolder()
    const env = { FURROW_SECRET: secret, DATABASE_URL: await newDatabase() }
    const first = await ready(await run(join(folder, 'first'), env))
    const who = await setUp(first)
    const made = await fetch(`${first.address}/wfpf/v1/${who.tenant}/unit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'KG9', name: '九公斤' }),
    })
    expect(made.status).toBe(200)
    const address = await upload(first.address, who)
    expect(address).not.toBe('')
    const known = await units(first.address, who)
    const shown = await pictureAt(first.address, address, who)
    first.child.kill('SIGTERM')
    await first.ended

    // Taken by schedule, and proven, before it is there under its name.
    const backups = join(folder, 'backups')
    const again = await ready(
      await run(join(folder, 'first'), { ...env, FURROW_BACKUP_DIR: backups }),
    )
    const taken = () =>
      existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith('.dump')) : []
    const installation = await Installation.open(env.DATABASE_URL)
    await expect
      .poll(() => installation.get<LastBackup>('backup'), { timeout: 120_000, interval: 500 })
      .toMatchObject({ tenants: 1 })
    await installation.close()
    expect([again.output(), taken().length]).toEqual([
      expect.not.stringContaining('backup by schedule failed'),
      1,
    ])
    expect(readdirSync(backups)).not.toContain('.proof')
    expect(statSync(join(backups, taken()[0]!)).mode & 0o777).toBe(0o600)
    again.child.kill('SIGTERM')
    await again.ended

    // Another machine: an empty database, an empty folder.
    const elsewhere = join(folder, 'second')
    mkdirSync(elsewhere, { mode: 0o700 })
    const there = { FURROW_SECRET: secret, DATABASE_URL: await newDatabase() }
    const loaded = await promisify(execFile)(
      process.execPath,
      ['--import', 'tsx', 'scripts/load.ts', join(backups, taken()[0]!)],
      { env: { ...process.env, ...there, DATA_DIR: elsewhere } },
    )
    expect(loaded.stdout).toContain('compared with what was dumped')
    const second = await ready(await run(elsewhere, there))
    const same = await signIn(second.address, 'first', 'Operate#26')
    expect(same.tenant).toBe(who.tenant)
    expect(await units(second.address, same)).toEqual(known)
    expect(known).toContain('九公斤')
    expect((await pictureAt(second.address, address, same)).equals(shown)).toBe(true)
  },
)
