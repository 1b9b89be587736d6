import { execFileSync } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { heldMs } from '#contract/camera/viewing.ts'
import { account, cameraPeers, kinds, secret, TestPole } from './camera-peers.ts'
import { emptyDatabase } from './harness.ts'
import { newFolder, ready, run, setUp } from './process.ts'

const pole = new TestPole('34020000001320000021')
const peers = await cameraPeers([pole])
afterAll(() => peers.close())
const database = await emptyDatabase()
afterAll(() => database.drop())

/** Processes by number, with what began them and their command. */
const processes = () =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, state, command] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? []
      return pid && !state!.startsWith('Z')
        ? [{ pid: Number(pid), parent: Number(parent), command: command! }]
        : []
    })

test(
  'kill -9 of the server while somebody turns a camera: it stops, and nothing of us goes on',
  { timeout: 120_000 },
  async () => {
    const server = await ready(
      await run(newFolder(), { DATABASE_URL: database.owner, FURROW_PRIVATE_CAMERAS: 'on' }),
    )
    const { token, tenant } = await setUp(server)
    const ask = async <T>(method: string, path: string, body: object): Promise<T> => {
      const answer = await fetch(server.address + path.replace('{tenant}', String(tenant)), {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      expect([path, answer.status]).toEqual([path, 200])
      return (await answer.json()) as T
    }
    const area = await ask<{ id: number }>('POST', '/wfpf/v1/{tenant}/area', {
      areaName: '基地',
      areaCode: 'B1',
    })
    const platform = await ask<{ id: number }>('POST', '/wfpe/v1/{tenant}/camera-platform', {
      name: 'wvp',
      kind: 'wvp',
      url: `${peers.url}/wvp`,
      accountName: account,
      enabledFlag: 1,
    })
    await ask('PUT', '/wfpe/v1/{tenant}/camera-platform/secret', { id: platform.id, secret })
    const { id } = await ask<{ id: number }>('POST', '/wfpe/v1/{tenant}/camera/add', {
      name: '高点',
      deviceSerial: pole.serial,
      channelNo: 1,
      cameraType: 1,
      cameraEnter: kinds.wvp,
      platformId: platform.id,
      areaId: area.id,
      enabledFlag: 1,
    })
    const steer = () =>
      ask<number>('POST', '/wfpe/v1/{tenant}/camera/control', { id, direction: 3 })

    // A button that is held: longer than it would turn without being told again.
    for (const until = Date.now() + 3 * heldMs; Date.now() < until; await wait(heldMs / 3))
      expect(await steer()).toBe(1)
    expect(pole.moving?.direction).toBe('right')
    const guards = processes().filter(
      ({ parent, command }) => parent === server.child.pid && command.includes('guard'),
    )
    expect(guards).toHaveLength(1)

    expect(await steer()).toBe(1)
    expect(pole.moving).not.toBeNull()
    const killedAt = Date.now()
    server.child.kill('SIGKILL')
    await expect.poll(() => pole.moving, { timeout: 1500, interval: 20 }).toBeNull()
    expect(Date.now() - killedAt).toBeLessThan(1500)
    await server.ended
    await expect
      .poll(() => processes().some(({ pid }) => pid === guards[0]!.pid), { timeout: 5000 })
      .toBe(false)
  },
)
