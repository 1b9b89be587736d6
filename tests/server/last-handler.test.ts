import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { newFolder, ready, run, setUp, signIn } from './process.ts'

/** Faults that nobody takes, in the real process, when it is told so. */
const faults = `
process.on('SIGUSR2', () => void Promise.reject(new Error('a promise nobody took')))
process.on('SIGHUP', () => setImmediate(() => { throw new Error('an error nobody took') }))`
const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(faults)}` }

test(
  'a fault that nobody takes is said, what runs is finished and answered, and all ends in order',
  { timeout: 300_000 },
  async () => {
    const dataDir = newFolder()
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    let server = await ready(await run(dataDir, env))
    const { token, tenant } = await setUp(server)
    const said = () => server.output().match(/A fault that nobody took: .*/g)
    // Somebody holds the table: the write below waits.
    const holder = new pg.Client({
      host: readFileSync(pidFile, 'utf8').split('\n')[4]!,
      user: 'postgres',
      database: 'postgres',
    })
    await holder.connect()
    await holder.query('begin; lock table unit in exclusive mode')
    const write = fetch(`${server.address}/wfpf/v1/${tenant}/unit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ code: 'slow', name: '袋' }),
    })
    const waits = async () =>
      (await holder.query("select 1 from pg_stat_activity where wait_event_type = 'Lock'")).rowCount
    await expect.poll(waits, { timeout: 20_000 }).toBe(1)
    server.child.kill('SIGUSR2')
    await expect
      .poll(said, { timeout: 20_000 })
      .toEqual(['A fault that nobody took: Error: a promise nobody took'])
    // One more while it ends changes nothing of that.
    server.child.kill('SIGHUP')
    await wait(500)
    expect(server.child.exitCode).toBeNull()
    await expect(fetch(`${server.address}/healthz`)).rejects.toThrow()
    await holder.query('commit')
    await holder.end()
    expect((await write).status).toBe(200)
    // Not as if all were well: whoever keeps us running starts us anew.
    expect([await server.ended, said()!.length, existsSync(pidFile)]).toEqual([1, 1, false])

    server = await ready(await run(dataDir, env))
    const again = await signIn(server.address, 'first', 'Operate#26')
    const found = await fetch(`${server.address}/wfpf/v1/${tenant}/unit?code=slow`, {
      headers: { authorization: `Bearer ${again.token}` },
    })
    expect(await found.json()).toMatchObject({ totalElements: 1 })
    server.child.kill('SIGHUP')
    expect([await server.ended, said(), existsSync(pidFile)]).toEqual([
      1,
      ['A fault that nobody took: Error: an error nobody took'],
      false,
    ])
  },
)
