import { createInterface } from 'node:readline'
import { ask } from '#server/http/outgoing.ts'
import type { GuardLine } from './guard.ts'
import { isDone } from './source.ts'

/** Ms that a stop may take, and how often it is tried. */
const timeoutMs = 3000
const tries = 3

const moving = new Map<string, GuardLine>()
const input = createInterface({ input: process.stdin })
input.on('line', (text) => {
  const line = JSON.parse(text) as GuardLine
  if (line.order) moving.set(line.camera, line)
  else moving.delete(line.camera)
})
// Whoever told us is gone: what still moves is stopped.
input.on('close', () => {
  Promise.all([...moving.values()].map(stop)).then(
    () => process.exit(0),
    () => process.exit(1),
  )
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)

async function stop({ order, allowsPrivate, stands }: GuardLine): Promise<void> {
  const { method, url, headers, body } = order!
  for (let i = 0; i < tries; i++) {
    const isStopped = await ask(method, url, body === '' ? null : Buffer.from(body), headers, {
      allowsPrivate,
      timeoutMs,
      stands: new Map(stands),
    }).then(
      (answered) => isDone(order!, answered),
      () => false,
    )
    if (isStopped) return
  }
}
