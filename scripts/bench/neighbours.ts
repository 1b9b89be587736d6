import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { hashPassword } from '#server/engines/account/password.ts'
import { openSession } from '#server/engines/account/session.ts'
import { createAccount, createTenant } from '#server/engines/account/tenant.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

// npm run bench:neighbours
// What one tenant at full load does to another: the small one's p95 while nobody else is there, and while the big one lists,
// writes, exports and fails to sign in as fast as it is let, with the limits as they are delivered.
const seconds = 15
const greedy = 60
const port = 18_470
const address = `http://127.0.0.1:${port}`

const at = (sorted: readonly number[], share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
interface Farm { id: number; token: string }

const dataDir = mkdtempSync(join(tmpdir(), 'furrow-neighbours-'))
const postgres = await startPostgres({ dataDir, say: console.error })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const app = await buildApp({ databaseUrl: appUrl(owner), secret: 'bench', webDir: dataDir, filesDir: join(dataDir, 'setup'), publicUrl: address, poolSize: 2 })
  const passwordHash = await hashPassword('Harvest2026')
  const farm = async (name: string): Promise<Farm> => {
    const { tenantId, accountId } = await app.db.platform((tx) =>
      createTenant(tx, name, ['wfpf-farm', 'wfpf-inventory', 'wfpf-company'], 'admin', (tenant) => createAccount(tx, { loginName: name, realName: name, phone: null, passwordHash, defaultTenantId: tenant })))
    await app.db.write(tenantId, (tx) => sql`insert into unit (code, name) select 'u' || n, 'unit ' || n from generate_series(1, 2000) n`.execute(tx))
    return { id: tenantId, token: (await app.db.platform((tx) => openSession(tx, { accountId, tenantId, device: 'bench', address: '127.0.0.1' }))).access_token }
  }
  const [big, small] = [await farm('big'), await farm('small')]
  await app.close()
  const server = fork(new URL('serve.ts', import.meta.url), [appUrl(owner), dataDir, dataDir, String(port), 'limited'], { execArgv: ['--import', 'tsx'] })
  await new Promise((ready) => server.once('message', ready))

  const ask = (of: Farm, path: string, body?: unknown) => fetch(`${address}${path}`, {
    method: body ? 'POST' : 'GET', headers: { authorization: `Bearer ${of.token}`, ...(body ? { 'content-type': 'application/json' } : {}) }, ...(body ? { body: JSON.stringify(body) } : {}),
  }).then(async (response) => {
    await response.arrayBuffer()
    return response.status
  })
  let serial = 0
  const unit = (of: Farm) => `/wfpf/v1/${of.id}/unit`
  /** Ten calls a second, as a few people at work make. */
  async function work(): Promise<{ p50: number; p95: number; failed: number }> {
    const times: number[] = []
    let failed = 0
    const end = performance.now() + seconds * 1000
    const running: Promise<void>[] = []
    while (performance.now() < end) {
      const start = performance.now()
      const one = serial++ % 5 === 0 ? ask(small, unit(small), { code: `n${serial}`, name: 'bag' }) : ask(small, `${unit(small)}?page=1&size=20`)
      running.push(one.then((status) => {
        times.push(performance.now() - start)
        if (status !== 200) failed++
      }))
      await pause(100)
    }
    await Promise.all(running)
    times.sort((a, b) => a - b)
    return { p50: at(times, 0.5), p95: at(times, 0.95), failed }
  }
  const said = ({ p50, p95, failed }: { p50: number; p95: number; failed: number }) => `p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, ${failed} failed`

  await work()
  const quiet = await work()
  console.log(`alone:             ${said(quiet)}`)
  let isOver = false
  const answers = new Map<number, number>()
  const hog = async (kind: number) => {
    while (!isOver) {
      const status = await (kind % 4 === 0 ? ask(big, unit(big), { code: `b${serial++}`, name: 'bag' })
        : kind % 4 === 1 ? ask(big, `/iam/v1/${big.id}/exports`, { entity: 'unit', format: 'xlsx', columns: ['code', 'name'], query: {} })
        : ask(big, `${unit(big)}?size=0&q=unit`)).catch(() => 0)
      answers.set(status, (answers.get(status) ?? 0) + 1)
      // A client that is told to wait and does not: at once again, but for the loop itself.
      if (status === 429) await pause(5)
    }
  }
  const hogs = Array.from({ length: greedy }, (_, kind) => hog(kind))
  await pause(2000)
  const beside = await work()
  isOver = true
  await Promise.all(hogs)
  console.log(`beside full load:  ${said(beside)}`)
  console.log(`the big one was answered ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`)
  console.log(`p95 of the small one: ${((beside.p95 / quiet.p95 - 1) * 100).toFixed(0)} % worse (bar: 50 %)`)
  server.disconnect()
  await new Promise((ended) => server.once('exit', ended))
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
