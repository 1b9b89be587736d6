import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'
import { readPidFile } from '#server/postgres/pid-file.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { cpuOfFamily } from './cpu.ts'
import { asker, bearer, type Farm } from './neighbours-client.ts'

// npm run bench:calls [-- rounds]
// How many calls a second one process of the server answers: sixteen callers at once, one after the
// other each, of twenty tenants, the limits lifted. What it cost of the processors is told beside
// it, because that says what a machine with more of them, or with nothing else on it, comes to.
const rounds = Number(process.argv[2] ?? 3)
const seconds = 10
const callers = 16
const tenants = 20
const port = Number(process.env.BENCH_PORT ?? 18_480)

const dataDir = mkdtempSync(join(tmpdir(), 'furrow-calls-'))
const postgres = await startPostgres({ dataDir, say: console.error })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const app = await buildApp({
    databaseUrl: appUrl(owner),
    secret: 'bench',
    webDir: dataDir,
    filesDir: join(dataDir, 'setup'),
    publicUrl: `http://127.0.0.1:${port}`,
    poolSize: 2,
  })
  const farms: Farm[] = []
  for (let n = 0; n < tenants; n++) {
    const login = `farm${n}`
    const { tenantId, accountId } = await app.db.platform((tx) =>
      createTenant(tx, login, ['wfpf-farm', 'wfpf-inventory'], 'admin', (tenant) =>
        createAccount(tx, {
          loginName: login,
          realName: login,
          phone: null,
          passwordHash: '',
          defaultTenantId: tenant,
        }),
      ),
    )
    await app.db.write(tenantId, (tx) =>
      sql`insert into unit (code, name) select 'u' || n, 'unit ' || n from generate_series(1, 500) n`.execute(
        tx,
      ),
    )
    const { access_token: token } = await app.db.platform((tx) =>
      openSession(tx, { accountId, tenantId, device: 'bench', address: '127.0.0.1' }),
    )
    farms.push({ id: tenantId, login, token })
  }
  await app.close()
  const server = fork(
    new URL('serve.ts', import.meta.url),
    [appUrl(owner), dataDir, dataDir, String(port)],
    { execArgv: ['--import', 'tsx'] },
  )
  await new Promise((resolve) => server.once('message', resolve))
  const ask = asker(port, '127.0.0.2')
  const database = (await readPidFile(join(dataDir, 'postgres')))!.pid
  let serial = 0
  const kinds = {
    'pages of 20': ({ id }: Farm) => ['GET', `/wfpf/v1/${id}/unit?page=1&size=20`] as const,
    'what is stored': ({ id }: Farm) =>
      ['POST', `/wfpf/v1/${id}/unit`, { code: `n${++serial}`, name: 'bag' }] as const,
    'four to one': (farm: Farm): readonly [string, string, object?] =>
      kinds[serial++ % 5 === 0 ? 'what is stored' : 'pages of 20'](farm),
  }
  const during = async (ms: number, call: (farm: Farm) => readonly [string, string, object?]) => {
    const end = performance.now() + ms
    let [answered, failed, next] = [0, 0, 0]
    await Promise.all(
      Array.from({ length: callers }, async () => {
        while (performance.now() < end) {
          const farm = farms[next++ % tenants]!
          const [method, path, body] = call(farm)
          const { status } = await ask(method, path, body, bearer(farm)).catch(() => ({
            status: 0,
          }))
          if (status === 200) answered++
          else failed++
        }
      }),
    )
    return { answered, failed }
  }
  for (let round = 0; round < rounds; round++)
    for (const [name, call] of Object.entries(kinds)) {
      if (round === 0) await during(3000, call)
      const before = [cpuOfFamily(server.pid!), cpuOfFamily(database)] as const
      const began = performance.now()
      const { answered, failed } = await during(seconds * 1000, call)
      const spent = (performance.now() - began) / 1000
      const used = [cpuOfFamily(server.pid!) - before[0], cpuOfFamily(database) - before[1]]
      const [ofServer, ofDatabase] = used.map((one) => (one / answered) * 1000)
      console.log(
        `${name.padEnd(14)} ${(answered / spent).toFixed(0)} a second, ${failed} failed; of the processors server ${ofServer!.toFixed(2)} ms, database ${ofDatabase!.toFixed(2)} ms each: ${(1000 / ofServer!).toFixed(0)} a second where the server has one of its own`,
      )
    }
  server.disconnect()
  await new Promise((ended) => server.once('exit', ended))
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
