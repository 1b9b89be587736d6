import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { constants, getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildApp } from '#server/app.ts'
import { rows } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { hashPassword } from '#server/modules/account/engine/password.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'
import { renew } from '#server/modules/equipment/engine/credential.ts'
import { readPidFile } from '#server/postgres/pid-file.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'
import { cpuOfFamily } from './cpu.ts'
import { asker, bearer, type Farm } from './neighbours-client.ts'
import type { Load } from './neighbours-load.ts'

// npm run bench:neighbours [-- rounds]
// What one tenant at full load does to another: the small one's ten calls a second while nobody
// else is there; beside the big
// one, which lists, writes, exports, imports, signs in and sends messages as fast as it is let,
// with the limits as they are
// delivered; and beside programs that know nothing of Furrow and use as much of the processors as
// the big one's clients and the database used: no share of ours can do better than that on this
// machine. The big one's clients, who sit elsewhere in life, have the lowest priority here. In
// turns, so that the machine's own moods are in all three; the medians are told.
const rounds = Number(process.argv[2] ?? 3)
const seconds = 12
const settleMs = 2000
const port = Number(process.env.BENCH_PORT ?? 18_470)
const password = 'Harvest2026'
const devices = 20

const at = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!
const median = (values: readonly number[]) =>
  at(
    values.toSorted((a, b) => a - b),
    0.5,
  )
interface Figures {
  p50: number
  p95: number
  p99: number
  write95: number
  failed: number
}
type Kind = 'alone' | 'beside' | 'burners'

const ask = asker(port, '127.0.0.2')
let serial = 0
/** Ten calls a second, as a few people at work make: every fifth stores something. */
async function work(small: Farm): Promise<Figures> {
  const [all, writes]: [number[], number[]] = [[], []]
  let failed = 0
  const end = performance.now() + seconds * 1000
  const running: Promise<void>[] = []
  const unit = `/wfpf/v1/${small.id}/unit`
  while (performance.now() < end) {
    const start = performance.now()
    const isWrite = serial++ % 5 === 0
    const one = isWrite
      ? ask('POST', unit, { code: `n${serial}`, name: 'bag' }, bearer(small))
      : ask('GET', `${unit}?page=1&size=20`, undefined, bearer(small))
    running.push(
      one.then(({ status }) => {
        all.push(performance.now() - start)
        if (isWrite) writes.push(performance.now() - start)
        if (status !== 200) failed++
      }),
    )
    await pause(100)
  }
  await Promise.all(running)
  for (const times of [all, writes]) times.sort((a, b) => a - b)
  return {
    p50: at(all, 0.5),
    p95: at(all, 0.95),
    p99: at(all, 0.99),
    write95: at(writes, 0.95),
    failed,
  }
}
const begun = (child: ChildProcess) =>
  new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', (code) => reject(new Error(`a process of the bench ended with ${code}`)))
  })
async function beside<T>(
  load: ChildProcess,
  during: () => Promise<T>,
): Promise<{ result: T; answers: object }> {
  load.send('go')
  await pause(settleMs)
  const result = await during()
  const answers = new Promise<object>((resolve) => load.once('message', resolve))
  load.send('stop')
  return { result, answers: await answers }
}
/** What is on another machine in life gets here what nobody else wants of the processors. */
const away = (child: ChildProcess) =>
  setPriority(child.pid!, Math.min(getPriority() + 19, constants.priority.PRIORITY_LOW))
function burn(processors: number): ChildProcess[] {
  const count = Math.max(1, Math.ceil(processors))
  return Array.from({ length: count }, () =>
    fork(new URL('burner.ts', import.meta.url), [String(Math.min(1, processors / count))], {
      execArgv: ['--import', 'tsx'],
    }),
  )
}
async function besideBurners<T>(
  { clients, database }: { clients: number; database: number },
  during: () => Promise<T>,
): Promise<T> {
  const ofClients = burn(clients)
  for (const burner of ofClients) away(burner)
  const burners = [...ofClients, ...burn(database)]
  await Promise.all(burners.map(begun))
  await pause(settleMs)
  const result = await during()
  for (const burner of burners) burner.disconnect()
  return result
}

const dataDir = mkdtempSync(join(tmpdir(), 'furrow-neighbours-'))
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
  const passwordHash = await hashPassword(password)
  const farm = async (login: string): Promise<Farm> => {
    const { tenantId, accountId } = await app.db.platform((tx) =>
      createTenant(tx, login, ['wfpf-farm', 'wfpf-inventory', 'wfpf-company'], 'admin', (tenant) =>
        createAccount(tx, {
          loginName: login,
          realName: login,
          phone: null,
          passwordHash,
          defaultTenantId: tenant,
        }),
      ),
    )
    await app.db.write(tenantId, (tx) =>
      sql`insert into unit (code, name) select 'u' || n, 'unit ' || n from generate_series(1, 2000) n`.execute(
        tx,
      ),
    )
    return {
      id: tenantId,
      login,
      token: (
        await app.db.platform((tx) =>
          openSession(tx, { accountId, tenantId, device: 'bench', address: '127.0.0.1' }),
        )
      ).access_token,
    }
  }
  const [big, small] = [await farm('big'), await farm('small')]
  const credentials = await app.db.write(big.id, async (tx) => {
    await sql`insert into area (area_name) values ('base')`.execute(tx)
    const made = await rows<{ id: number }>(
      tx,
      sql`insert into device (name, device_type, eui, area_id)
        select 'device ' || n, 'gateway_weather', 'bench-' || n, (select id from area)
        from generate_series(1, ${devices}::int) n returning id`,
    )
    const all: Load['devices'] = []
    for (const { id } of made) all.push(await renew(tx, big.id, id, 0))
    return all
  })
  await app.close()
  const server = fork(
    new URL('serve.ts', import.meta.url),
    [appUrl(owner), dataDir, dataDir, String(port), 'limited'],
    {
      execArgv: [
        '--import',
        'tsx',
        // As it is started (docs/operations.md).
        ...(process.env.BENCH_FLAGS ?? '--max-semi-space-size=64').split(' '),
        ...(process.env.BENCH_PROFILE
          ? ['--cpu-prof', `--cpu-prof-dir=${process.env.BENCH_PROFILE}`]
          : []),
      ],
    },
  )
  await begun(server)
  const given: Load = { port, mqttPort: port + 1, farm: big, password, devices: credentials }
  const load = fork(new URL('neighbours-load.ts', import.meta.url), [JSON.stringify(given)], {
    execArgv: ['--import', 'tsx'],
  })
  await begun(load)
  away(load)
  const database = (await readPidFile(join(dataDir, 'postgres')))!.pid
  const cpu = () => ({
    load: cpuOfFamily(load.pid!),
    database: cpuOfFamily(database),
    server: cpuOfFamily(server.pid!),
  })

  const found: Record<Kind, Figures[]> = { alone: [], beside: [], burners: [] }
  const note = (kind: Kind, figures: Figures) => {
    found[kind].push(figures)
    console.log(
      `${kind.padEnd(8)} p50 ${figures.p50.toFixed(1)} ms, p95 ${figures.p95.toFixed(1)} ms, p99 ${figures.p99.toFixed(1)} ms, of writes p95 ${figures.write95.toFixed(1)} ms, ${figures.failed} failed`,
    )
  }
  // Most is done for the first time in the first moments: compiled, planned, read from the disk.
  await work(small)
  await beside(load, () => work(small))
  await pause(settleMs)
  for (let round = 0; round < rounds; round++) {
    note('alone', await work(small))
    const before = cpu()
    const { result, answers } = await beside(load, () => work(small))
    const after = cpu()
    note('beside', result)
    const each = (name: keyof typeof after) =>
      (after[name] - before[name]) / (seconds + settleMs / 1000)
    console.log(
      `         processors used: server ${each('server').toFixed(2)}, database ${each('database').toFixed(2)}, clients ${each('load').toFixed(2)}; the big one was answered ${JSON.stringify(answers).replaceAll('"', '')}`,
    )
    await pause(settleMs)
    note(
      'burners',
      await besideBurners({ clients: each('load'), database: each('database') }, () => work(small)),
    )
  }
  const p95 = (kind: Kind) => median(found[kind].map((one) => one.p95))
  const worse = (kind: Kind) => `${((p95(kind) / p95('alone') - 1) * 100).toFixed(0)} %`
  console.log(
    `p95 of the small one, median of ${rounds}: ${p95('alone').toFixed(1)} ms alone, ${p95('beside').toFixed(1)} ms beside full load: ${worse('beside')} worse (bar: 50 %)`,
  )
  console.log(
    `beside programs that use as much of the processors as the big one's clients and the database: ${p95('burners').toFixed(1)} ms, ${worse('burners')} worse`,
  )
  load.disconnect()
  server.disconnect()
  await new Promise((ended) => server.once('exit', ended))
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
