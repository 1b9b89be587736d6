import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { request, type APIRequestContext } from 'playwright'
import { inform, median, note, report } from './report.ts'
import { Life } from '../../tests/e2e/offline-life.ts'
import { Farm } from '../../tests/e2e/offline-farm.ts'

// npm run bench:offline: random days of a phone in a real browser: the network goes and comes, answers
// are lost, late or doubled, the browser is killed, the clock is a day off, the session ends, a second
// phone is faster. Wants the console built. FIELD_SERVER: a server of one's own, filled with the demo.
const rounds = Number(process.env.BENCH_ROUNDS ?? 300)
const seed = Number(process.env.BENCH_SEED ?? Date.now() % 1_000_000)
const mostMinutes = Number(process.env.BENCH_MINUTES ?? 180)
const port = 18_195
const say = (text: string) => console.error(text)

async function ownServer(): Promise<{ base: string; stop: () => Promise<void> }> {
  const work = mkdtempSync(join(tmpdir(), 'furrow-bench-offline-'))
  const server: ChildProcess = fork('dist/server/main.js', {
    env: {
      ...process.env,
      PORT: String(port),
      MQTT_PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: work,
      FURROW_SIMULATOR: 'off',
      FURROW_DEMO: 'on',
      NODE_ENV: 'production',
    },
    stdio: 'ignore',
  })
  const base = `http://127.0.0.1:${port}`
  while (
    !(await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await new Promise((resolve) => setTimeout(resolve, 500))
  return {
    base,
    stop: async () => {
      const gone = new Promise((resolve) => server.once('exit', resolve))
      server.kill('SIGTERM')
      await gone
      rmSync(work, { recursive: true, force: true })
    },
  }
}

const given = process.env.FIELD_SERVER
const { base, stop } = given ? { base: given, stop: async () => undefined } : await ownServer()
const api: APIRequestContext = await request.newContext({ baseURL: base })
const farm = await Farm.open(api)
say(`seed ${seed}`)
const totals = { lost: 0, doubled: 0, unseen: 0, late: 0, acts: 0, conflicts: 0, kills: 0 }
const seconds: number[] = []
const until = Date.now() + mostMinutes * 60_000
for (let at = 0; at < rounds && Date.now() < until; at++) {
  const began = Date.now()
  const life = new Life(base, await farm.nextDay(), seed + at)
  try {
    const found = await life.live()
    for (const key of Object.keys(totals) as (keyof typeof totals)[]) totals[key] += found[key]
    if (found.lost + found.doubled + found.unseen + found.late > 0)
      say(`seed ${seed + at}: ${JSON.stringify(found)} ${life.story()}`)
  } catch (error) {
    totals.unseen++
    say(`seed ${seed + at}: ${String(error)} ${life.story()}`)
  } finally {
    await life.end()
  }
  seconds.push((Date.now() - began) / 1000)
  if ((at + 1) % 10 === 0) say(`${at + 1} of ${rounds}: ${JSON.stringify(totals)}`)
}
inform('sequences', String(seconds.length))
inform('acts', String(totals.acts))
inform('conflicts shown', String(totals.conflicts))
inform('browsers killed', String(totals.kills))
inform('median of a sequence', `${median(seconds).toFixed(1)} s`)
note('lost', totals.lost, 0, '', 0)
note('doubled', totals.doubled, 0, '', 0)
note('stopped and not shown', totals.unseen, 0, '', 0)
note('at another time than it was done', totals.late, 0, '', 0)
report(seconds.length)
await stop()
await api.dispose()
process.exitCode = totals.lost + totals.doubled + totals.unseen + totals.late > 0 ? 1 : 0
