import { documents } from '#contract/inventory/document.ts'
import type { DocumentKind } from '#contract/inventory/document-kinds.ts'
import { buildApp } from '#server/app.ts'
import { clientOf, serverOn } from './stock-ground.ts'
import { beforeStatement } from './stock-kill-loop.ts'

// A server that kills itself before a statement of its first call.
const { nth, kind, action, id, url, dir, tenant } = JSON.parse(process.argv[2]!) as { nth: number; kind: DocumentKind; action: string; id: number; url: string; dir: string; tenant: { id: number; token: string } }
const app = await buildApp(serverOn(url, dir, 2))
const client = clientOf(app.http, tenant)
beforeStatement(nth, () => process.kill(process.pid, 'SIGKILL'))
await client.send(documents[kind].api[action]!.replace('{id}', String(id)), {})
process.exit(0)
