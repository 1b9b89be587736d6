import { writeSync } from 'node:fs'
import { documents } from '#contract/inventory/document.ts'
import { buildApp } from '#server/app.ts'
import { clientOf, serverOn } from './stock-ground.ts'
import { standStill, type Point, saidWith } from './stock-kill-loop.ts'

// A server that kills itself in the middle of its calls.
const { points, url, dir, tenant } = JSON.parse(process.argv[2]!) as {
  points: Point[]
  url: string
  dir: string
  tenant: { id: number; token: string }
}
// A tenant gets three connections in four, and each call that is cut short holds one until the last
// is there.
const app = await buildApp(serverOn(url, dir, 2 * points.length + 2))
const client = clientOf(app.http, tenant)
const stopped = await standStill(points, ({ kind, action, id }) =>
  client.send(documents[kind].api[action]!.replace('{id}', String(id)), saidWith(action)),
)
writeSync(1, JSON.stringify(stopped))
process.kill(process.pid, 'SIGKILL')
