import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { newFolder, ready, run, setUp, signIn } from './process.ts'

test(
  'a second start on a data folder is refused in one sentence; the secret is nobody else’s',
  { timeout: 90_000 },
  async () => {
    const dataDir = newFolder()
    const first = await ready(await run(dataDir))
    const second = await run(dataDir)
    expect(await second.ended).not.toBe(0)
    const sentences = second
      .output()
      .trim()
      .split('\n')
      .filter((line) => !line.startsWith('npm '))
    expect([sentences.length, sentences[0]]).toEqual([
      1,
      expect.stringContaining(String(first.child.pid)),
    ])
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)
    expect(execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' })).not.toContain(dataDir)
    expect(() => readFileSync(join(dataDir, 'postgres/postmaster.pid'))).toThrow('ENOENT')
  },
)

test(
  'every acknowledged write is there after kill -9 of everything, again and again',
  { timeout: 240_000 },
  async () => {
    const dataDir = newFolder()
    let server = await ready(await run(dataDir))
    const { token, tenant } = await setUp(server)
    const acknowledged = new Set<string>()
    let attempts = 0
    for (let burst = 0; burst < 6; burst++) {
      let isOver = false
      const writers = Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; !isOver; n++) {
          const code = `b${burst}-${writer}-${n}`
          attempts++
          const answer = await fetch(`${server.address}/wfpf/v1/${tenant}/unit`, {
            method: 'POST',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
            body: JSON.stringify({ code, name: '袋' }),
          }).catch(() => null)
          if (answer?.status === 200) acknowledged.add(code)
          else if (!answer) return
        }
      })
      await wait(120 + ((burst * 37) % 150))
      const postmaster = Number(
        readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0],
      )
      const tree = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], {
        encoding: 'utf8',
      })
        .split('\n')
        .map(Number)
        .filter(Boolean)
      // Database first in half of the bursts, the server first in the others.
      const order =
        burst % 2
          ? [server.child.pid!, postmaster, ...tree]
          : [postmaster, ...tree, server.child.pid!]
      for (const pid of order) {
        try {
          process.kill(pid, 'SIGKILL')
        } catch {
          /* it went with its parent */
        }
      }
      isOver = true
      await Promise.all([server.ended, ...writers])
      server = await ready(await run(dataDir))
    }
    const { token: again } = await signIn(server.address, 'first', 'Operate#26')
    const found = new Set<string>()
    for (let page = 1; ; page++) {
      const answer = await fetch(
        `${server.address}/wfpf/v1/${tenant}/unit?size=2000&page=${page}`,
        { headers: { authorization: `Bearer ${again}` } },
      )
      const { content } = (await answer.json()) as { content: { code: string }[] }
      for (const { code } of content) {
        expect(found.has(code)).toBe(false)
        found.add(code)
      }
      if (content.length < 2000) break
    }
    // Enough to have been under way at each kill, on a slow machine too.
    expect(acknowledged.size).toBeGreaterThan(10)
    expect([...acknowledged].filter((code) => !found.has(code))).toEqual([])
    expect(found.size).toBeLessThanOrEqual(attempts)
  },
)
