import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { dayAfter } from '#contract/planting/stages.ts'
import { buildApp } from '#server/app.ts'
import { row } from '#server/db/database.ts'
import { appUrl, migrate } from '#server/db/migrate.ts'
import { openSession } from '#server/modules/account/engine/session.ts'
import { createAccount, createTenant } from '#server/modules/account/engine/tenant.ts'
import { startPostgres } from '#server/postgres/supervisor.ts'

// npm run bench:plan [-- rounds]
// A plan of 1,000 items, each after up to three before it: its first item moves and pushes the rest, it is
// replanned, and it is drawn. Through the calls that the console makes, each with its transaction.
const rounds = Number(process.argv[2] ?? 20)
const count = 1000
const today = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10)

const dataDir = mkdtempSync(join(tmpdir(), 'furrow-plan-'))
const postgres = await startPostgres({ dataDir, say: console.error })
try {
  const owner = postgres.url(postgres.superuser, 'postgres')
  await migrate(owner)
  const app = await buildApp({
    databaseUrl: appUrl(owner),
    secret: 'bench',
    webDir: dataDir,
    filesDir: join(dataDir, 'files'),
    publicUrl: 'http://127.0.0.1',
    callLimit: 1_000_000,
  })
  const { tenantId, accountId } = await app.db.platform((tx) =>
    createTenant(tx, 'farm', ['wfpf-farm', 'wfpf-inventory', 'wfpf-company'], 'admin', (tenant) =>
      createAccount(tx, {
        loginName: 'farm',
        realName: 'farm',
        phone: null,
        passwordHash: '',
        defaultTenantId: tenant,
      }),
    ),
  )
  const { access_token: token } = await app.db.platform((tx) =>
    openSession(tx, { accountId, tenantId, device: 'bench', address: '127.0.0.1' }),
  )
  const planId = await app.db.write(tenantId, async (tx) => {
    const one = async (query: ReturnType<typeof sql>) => (await row<{ id: number }>(tx, query))!.id
    const area = await one(
      sql`insert into area (area_name, area_code, latlng) values ('base', 'B', '22.96,113.34') returning id`,
    )
    const crop = await one(
      sql`insert into crop (name, code, category) values ('crop', 'C', 'vegetable') returning id`,
    )
    const variety = await one(
      sql`insert into variety (name, crop_id) values ('variety', ${crop}) returning id`,
    )
    const type = await one(
      sql`insert into task_type (name, code, category) values ('work', 'W', 'farming') returning id`,
    )
    const batch = await one(
      sql`insert into batch (batch_name, area_id, variety_id, planted_on) values ('batch', ${area}, ${variety}, ${today}::date) returning id`,
    )
    const plan = await one(
      sql`insert into plan (plan_name, batch_id, area_id, planted_on) values ('plan', ${batch}, ${area}, ${today}::date) returning id`,
    )
    await sql`insert into plan_item (plan_id, area_id, batch_id, title, task_type_id, starts_on, ends_on)
      select ${plan}, ${area}, ${batch}, 'item ' || n, ${type}, ${today}::date + n / 3, ${today}::date + n / 3 + n % 3 from generate_series(1, ${count}) n`.execute(
      tx,
    )
    await sql`update plan_item i set after_ids = array(select distinct o.id from plan_item o
      where o.plan_id = ${plan} and o.id in (i.id - 1, i.id - 2 - i.id % 5, i.id - 7 - i.id % 11)) where plan_id = ${plan}`.execute(
      tx,
    )
    return plan
  })
  const ask = async (method: 'GET' | 'POST', path: string, payload?: object) => {
    const began = performance.now()
    const answer = await app.http.inject({
      method,
      url: `/wfpf/v1/${tenantId}/plan/${planId}/${path}`,
      headers: { authorization: `Bearer ${token}` },
      ...(payload && { payload }),
    })
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
    return {
      ms: performance.now() - began,
      answer: answer.json<{ moved?: unknown[]; items?: { id: number }[] }>(),
    }
  }
  const first = (await ask('GET', 'chart')).answer.items![0]!.id
  const figures: Record<string, number[]> = { moved: [], replanned: [], drawn: [] }
  let pushed = 0
  for (let round = 1; round <= rounds; round++) {
    const day = dayAfter(today, round * 5)
    const move = await ask('POST', 'move', {
      moves: [{ id: first, startsOn: day, endsOn: dayAfter(day, 2) }],
    })
    pushed = Math.max(pushed, move.answer.moved!.length)
    figures.moved!.push(move.ms)
    await app.db.write(tenantId, (tx) =>
      sql`update plan_item set starts_on = starts_on - 400, ends_on = ends_on - 400 where plan_id = ${planId}`.execute(
        tx,
      ),
    )
    figures.replanned!.push((await ask('POST', 'replan', {})).ms)
    figures.drawn!.push((await ask('GET', 'chart')).ms)
  }
  for (const [name, times] of Object.entries(figures)) {
    const sorted = times.toSorted((a, b) => a - b)
    const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)]!)
    console.log(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, most ${at(1)} ms`)
  }
  console.log(`${count} items, up to ${pushed} pushed by one move`)
  await app.close()
} finally {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
