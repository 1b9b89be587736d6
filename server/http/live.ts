import type { Serving } from './serving.ts'
import { z } from 'zod'
import { entities } from '#contract/domains.ts'
import { storageName, type Endpoint, type Entity } from '#contract/entity.ts'
import { readCodes } from '#contract/readers.ts'
import { livePath, liveQuery } from '#contract/platform/platform-calls.ts'
import { sql } from 'kysely'
import { tableOf } from '#server/db/columns.ts'
import { rows, type Scope } from '#server/db/database.ts'
import { HttpError } from '#server/db/http-error.ts'
import type { Addressed } from '#server/live/events.ts'
import type { LiveHub } from '#server/live/hub.ts'
import { admit, toRoute } from './serve.ts'
import { parse } from './validate.ts'

/** How often a quiet stream says that it lives, and asks whether its session still does. */
const beatMs = 5000
const backlogBytes = 256 * 1024

/** Who may list rows of a kind, as a whole or in part. */
const codesOf = new Map<string, string[]>()
const entityOf = new Map<string, Entity>()
for (const entity of entities)
  entityOf.set(storageName(entity), entityOf.get(storageName(entity)) ?? entity)
for (const entity of entities)
  codesOf.set(storageName(entity), [
    ...(codesOf.get(storageName(entity)) ?? []),
    ...readCodes(entity),
  ])

/** The stream of one browser: events of its tenant, of the kinds it may list. */
export function serveLive(app: Serving, hub: LiveHub, { beat = beatMs } = {}): void {
  const { platform } = app
  const endpoint = `GET ${livePath}` as const
  app.served.push({
    endpoint: endpoint as Endpoint,
    summary: 'Events of the tenant, as they happen (text/event-stream)',
    access: 'signed-in',
    input: liveQuery,
    answer: z.string(),
    form: false,
  })
  app.http.route({
    ...toRoute(endpoint as Endpoint),
    handler: async (request, reply) => {
      let admitted = await admit(platform, request, 'signed-in')
      const { since = 0 } = parse(liveQuery, request.query)
      if (request.method === 'HEAD') return reply.type('text/event-stream').send()
      if (hub.isFullFor(admitted.tenant, admitted.actor!.accountId))
        throw new HttpError(429, 'error.visit.frequent', { params: { seconds: 10 } })
      reply.hijack()
      const out = reply.raw
      out.writeHead(200, {
        'content-type': 'text/event-stream',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
        'x-request-id': request.id,
      })
      out.write('retry: 2000\n\n')
      const maySee = (event: Addressed) => {
        const codes = codesOf.get(event.resource)
        return !codes || codes.some((code) => admitted.rights!.codes.has(code))
      }
      const seenOf = async (entity: Entity, ids: readonly (number | string)[], scope: Scope) =>
        (
          await platform.db.read(
            admitted.tenant || admitted.actor!.tenantId!,
            (tx) =>
              rows<{ id: number }>(
                tx,
                sql`select id from ${sql.table(tableOf(entity))}
                  where id = any(${ids.map(Number).filter(Number.isSafeInteger)}::bigint[])`,
              ),
            scope,
          )
        ).map(({ id }) => id)
      let remove = () => {}
      const close = () => {
        clearInterval(timer)
        remove()
        out.end()
      }
      const write = (text: string) => {
        // A reader that does not read must not fill our memory; it reconnects and refetches.
        if (out.writableLength > backlogBytes) out.destroy()
        else out.write(text)
      }
      const timer = setInterval(() => {
        admit(platform, request, 'signed-in').then(
          (again) => {
            admitted = again
            write(': beat\n\n')
          },
          () => {
            write('event: over\ndata: {}\n\n')
            close()
          },
        )
      }, beat)
      remove = hub.add(
        {
          tenant: admitted.tenant,
          account: admitted.actor!.accountId,
          send: (event) => {
            const { tenant: _tenant, account: _account, ...rest } = event
            if (!maySee(event)) return
            const scope = admitted.actor!.scope
            const entity = entityOf.get(event.resource)
            const tell = (ids: readonly (number | string)[]) =>
              write(`data: ${JSON.stringify({ ...rest, ids })}\n\n`)
            if (!scope || !entity || event.account !== undefined) return tell(rest.ids)
            // Of what is gone nobody can say where it was: the list is to look again, and learns no
            // number.
            if (event.kind === 'deleted') return tell([])
            seenOf(entity, rest.ids, scope).then(
              (ids) => ids.length && tell(ids),
              () => tell([]),
            )
          },
          farewell: () => {
            write('retry: 500\nevent: again\ndata: {}\n\n')
            close()
          },
        },
        since,
      )
      out.on('close', close)
    },
  })
}
