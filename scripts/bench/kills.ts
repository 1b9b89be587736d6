import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { row, rows } from '#server/db/database.ts'
import { dump } from '#server/db/dump/dump.ts'
import { inspectDump, load } from '#server/db/dump/load.ts'
import { migrate, migrationNames } from '#server/db/migrate.ts'
import { diskStore } from '#server/modules/file/engine/store.ts'
import { ask, looksOf } from './kill-looks.ts'
import type { Ground } from './stock-ground.ts'

export const kinds = ['migration', 'upload', 'import', 'export', 'purge', 'dump', 'load'] as const
export type Kind = (typeof kinds)[number]
export interface Script {
  kind: Kind
  owner: string
  url: string
  dir: string
  work: string
  tenant: { id: number; token: string }
  file?: string
}
/** Kills of which so many met their victim at work; what was half afterwards. */
export interface Result {
  kind: Kind
  kills: number
  atWork: number
  faults: string[]
}

export const pdfOf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(size)])
const importRows = 1500
/** About how long each takes: a kill comes at any moment of it. */
const lengthMs: Record<Kind, number> = {
  migration: 1200,
  upload: 900,
  import: 900,
  export: 900,
  purge: 500,
  dump: 500,
  load: 2500,
}

/** Runs the child and kills it at some moment after it began; answers what it had said. */
async function killed(
  script: Script,
  afterMs: number,
): Promise<{ said: string[]; wasAtWork: boolean }> {
  const child = spawn(
    process.execPath,
    [
      '--import',
      'tsx',
      fileURLToPath(new URL('kill-child.ts', import.meta.url)),
      JSON.stringify(script),
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const said: string[] = []
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on('line', (line) =>
      line === 'ready' ? resolve() : void said.push(line),
    )
    void ended.then(resolve)
  })
  await wait(afterMs)
  const wasAtWork = child.exitCode === null
  child.kill('SIGKILL')
  await ended
  return { said, wasAtWork }
}

/** Kills a process `count` times in the middle of one kind of work, and looks after each whether anything is half. */
export async function kill(kind: Kind, count: number, place: Ground): Promise<Result> {
  const work = mkdtempSync(join(place.dir, `kill-${kind}-`))
  const { app, tenant, owner } = place
  const script: Script = { kind, owner, url: place.url, dir: place.dir, work, tenant }
  const result: Result = { kind, kills: 0, atWork: 0, faults: [] }
  const unless = (isRight: boolean, fault: string) =>
    void (isRight || result.faults.push(`${kind} ${result.kills}: ${fault}`))
  const anew = async () => {
    const name = `k_${randomBytes(6).toString('hex')}`
    await ask(owner, `create database ${name}`)
    const url = new URL(owner)
    url.pathname = `/${name}`
    return { url: url.href, drop: () => ask(owner, `drop database ${name} with (force)`) }
  }
  const inOne = async (moment: () => Promise<void>) => {
    await moment()
    result.kills++
  }
  const die = async (more: Partial<Script> = {}) => {
    const { said, wasAtWork } = await killed({ ...script, ...more }, Math.random() * lengthMs[kind])
    if (wasAtWork) result.atWork++
    return said
  }
  /** Each stored file has its row and its bytes, of the size that the row says. */
  const filesAgree = async () => {
    const kept = await app.db.read(tenant.id, (tx) =>
      rows<{ key: string; fileSize: number }>(tx, sql`select key, file_size from file`),
    )
    for (const { key, fileSize } of kept) {
      const path = join(place.dir, String(tenant.id), key)
      unless(
        existsSync(path) && statSync(path).size === fileSize,
        `${key} is not what its row says`,
      )
    }
    return kept
  }

  const fresh = kind === 'migration' ? await anew() : null
  if (fresh) await migrate(fresh.url)
  const wanted = fresh ? await looksOf(fresh.url) : ''
  const file = join(work, 'whole.dump')
  if (kind === 'load')
    await dump({ ownerUrl: owner, store: diskStore(place.dir), file, version: 'kill' })
  const loaded = kind === 'load' ? await looksOf(owner) : ''
  for (let turn = 0; turn < count && result.faults.length === 0; turn++)
    await inOne(async () => {
      if (kind === 'migration') {
        const target = await anew()
        await die({ owner: target.url })
        const [{ there }] = (await ask<{ there: boolean }>(
          target.url,
          "select to_regclass('migration') is not null as there",
        )) as [{ there: boolean }]
        const names = migrationNames().sort()
        const applied = there
          ? (
              await ask<{ name: string }>(target.url, 'select name from migration order by name')
            ).map(({ name }) => name)
          : []
        unless(
          applied.every((name, i) => name === names[i]),
          'a migration is missing between others',
        )
        await migrate(target.url)
        unless(
          (await looksOf(target.url)) === wanted,
          'the tables are not those of a start that nobody killed',
        )
        await target.drop()
      } else if (kind === 'upload') {
        const answered = await die()
        const kept = new Set((await filesAgree()).map(({ key }) => key))
        for (const address of answered)
          unless(
            kept.has(address.split('/').at(-1)!.split('?')[0]!),
            `${address} was answered and is not there`,
          )
      } else if (kind === 'purge') {
        await app.db.write(tenant.id, async (tx) => {
          await sql`insert into idempotency (account_id, key, fingerprint, started_at) select 1, ${`${turn}-`} || n, 'x', now() - case when n % 2 = 0 then interval '9 days' else interval '0' end from generate_series(1, 4000) n`.execute(
            tx,
          )
        })
        await die()
        const left = (await app.db.read(tenant.id, (tx) =>
          row<{ young: number }>(
            tx,
            sql`select count(*) filter (where started_at > now() - interval '1 day') as young from idempotency`,
          ),
        ))!
        unless(
          left.young === 2000 * (turn + 1),
          `${left.young} of ${2000 * (turn + 1)} that are kept are there`,
        )
        await filesAgree()
      } else if (kind === 'dump') {
        await die()
        for (const name of readdirSync(work).filter((one) => one.endsWith('.dump')))
          await inspectDump(join(work, name)).catch((error: unknown) =>
            unless(false, String(error)),
          )
      } else if (kind === 'load') {
        const target = await anew()
        const folder = mkdtempSync(join(work, 'files-'))
        await die({ owner: target.url, work: folder, file })
        const [{ there }] = (await ask<{ there: boolean }>(
          target.url,
          "select to_regclass('account') is not null as there",
        )) as [{ there: boolean }]
        const [{ people }] = there
          ? ((await ask<{ people: string }>(
              target.url,
              'select count(*) as people from account',
            )) as [{ people: string }])
          : [{ people: '0' }]
        if (Number(people) === 0)
          await load({ ownerUrl: target.url, store: diskStore(folder), file, scratch: folder })
        else await migrate(target.url)
        unless((await looksOf(target.url)) === loaded, 'what was loaded is not what was dumped')
        await target.drop()
        rmSync(folder, { recursive: true, force: true })
      } else {
        const code = `k${turn}x${randomBytes(3).toString('hex')}-`
        const again = async () => {
          // As after a minute: its holder is dead.
          await ask(
            owner,
            "update job set claimed_at = now() - interval '2 minutes', tries = 0 where state = 'running'",
          )
          await app.jobs.work()
        }
        if (kind === 'import') {
          const text = `code,name\n${Array.from({ length: importRows }, (_, n) => `${code}${n},bag`).join('\n')}\n`
          const jobId = await startImport(place, text)
          await app.jobs.work()
          await place.admin.call(`POST /iam/v1/{tenant}/imports/${jobId}/apply`, {
            onlyValid: false,
          })
          await die()
          const count = async () =>
            (await app.db.read(tenant.id, (tx) =>
              row<{ n: number }>(
                tx,
                sql`select count(*) as n from unit where code like ${`${code}%`}`,
              ),
            ))!.n
          const before = await count()
          unless(before === 0 || before === importRows, `${before} of ${importRows} rows`)
          await again()
          unless((await count()) === importRows, 'it was not taken up again')
          // A workbook of what is exported after it holds 20,000 rows at most.
          await app.db.write(tenant.id, (tx) =>
            sql`delete from unit where code like ${`${code}%`}`.execute(tx),
          )
        } else {
          const { jobId } = await place.admin.call<{ jobId: number }>(
            'POST /iam/v1/{tenant}/exports',
            {
              entity: 'unit',
              format: turn % 2 ? 'xlsx' : 'csv',
              columns: ['code', 'name'],
              query: {},
            },
          )
          await die()
          await filesAgree()
          await again()
          const job = (await app.db.read(tenant.id, (tx) =>
            row<{ state: string; resultKey: string | null }>(
              tx,
              sql`select state, result_key from job where id = ${jobId}`,
            ),
          ))!
          unless(job.state === 'done' && job.resultKey !== null, `its job is ${job.state}`)
          unless(
            (await filesAgree()).some(({ key }) => key === job.resultKey),
            'its file is not there',
          )
        }
      }
    })
  if (fresh) await fresh.drop()
  rmSync(work, { recursive: true, force: true })
  return result
}

async function startImport({ app, tenant }: Ground, text: string): Promise<number> {
  const boundary = 'furrow-kill-boundary'
  const payload = [
    `--${boundary}\r\nContent-Disposition: form-data; name="entity"\r\n\r\nunit`,
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="rows.csv"\r\n\r\n${text}`,
    `--${boundary}--\r\n`,
  ].join('\r\n')
  const answer = await app.http.inject({
    method: 'POST',
    url: `/iam/v1/${tenant.id}/imports`,
    payload,
    headers: {
      authorization: `Bearer ${tenant.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': 'en-US',
    },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return answer.json<{ jobId: number }>().jobId
}
