import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import type { Endpoint } from '#contract/entity.ts'
import { partOfUpload, stateOfUpload, uploadState, beginUpload } from '#contract/file/file-calls.ts'
import { row, type Tx } from '#server/db/database.ts'
import { notFound, HttpError, unprocessable } from '#server/db/http-error.ts'
import { contextOf } from '#server/http/context.ts'
import { fileNameOf } from '#server/http/file-name.ts'
import { languageAsked } from '#server/http/input.ts'
import { admit, serve, toRoute } from '#server/http/serve.ts'
import { parse } from '#server/http/validate.ts'
import type { Services } from '#server/services/services.ts'
import { address, keepUpload } from './keep-upload.ts'

interface Begun {
  name: string
  size: number
  attachment?: string
}
/** Begun and not whole, of one person and of a tenant: each holds what has come for two days. */
const mostBegun = { person: 20, tenant: 200 }

/**
 * Uploads that go on where they were cut: begun, sent in parts, and whole when the last byte is
 * there. What has come lies in
 * `incoming` under the name of whom it is from; nobody else finds it.
 */
export function serveParts(app: Services, incoming: string): void {
  const { store } = app
  const { platform } = app
  const underWay = new Set<string>()
  const place = (tenant: number, account: number, id: string) =>
    join(incoming, `part-${tenant}-${account}-${id}`)
  const begun = async (path: string) =>
    JSON.parse(
      await readFile(`${path}.json`, 'utf8').catch(() => {
        throw notFound()
      }),
    ) as Begun
  /** It became a file already, and its answer was lost on the way. */
  const finished = async (tx: Tx, tenant: number, account: number, id: string) => {
    const found = await row<{ key: string; fileSize: number }>(
      tx,
      sql`select key, file_size from file where key like ${`${id}.%`} and created_by = ${account}`,
    )
    return (
      found && { offset: found.fileSize, size: found.fileSize, address: address(tenant, found.key) }
    )
  }

  /** Errors: 429 where too much is under way already, 422 where the tenant has no room for it. */
  const requireRoom = async (tx: Tx, tenant: number, account: number, size: number) => {
    const ofTenant = (await readdir(incoming)).filter(
      (name) => name.startsWith(`part-${tenant}-`) && name.endsWith('.json'),
    )
    const ofPerson = ofTenant.filter((name) => name.startsWith(`part-${tenant}-${account}-`))
    if (ofPerson.length >= mostBegun.person || ofTenant.length >= mostBegun.tenant)
      throw new HttpError(429, 'error.upload.too_many')
    const notes = await Promise.all(
      ofTenant.map((name) =>
        begun(join(incoming, name.slice(0, -'.json'.length))).catch(() => null),
      ),
    )
    const promised = notes.reduce((sum, note) => sum + (note?.size ?? 0), size)
    const limit = await row<{ most: number }>(
      tx,
      sql`select t.max_storage_mb as most from tenant t where t.max_storage_mb is not null
        and (select coalesce(sum(f.file_size), 0) from file f) + ${promised} > t.max_storage_mb * 1048576::numeric`,
    )
    if (limit) throw unprocessable('limit.storage_mb', { most: limit.most })
  }

  serve(app, beginUpload, async ({ fileName, size, attachmentUUID }, { tenant, actor, read }) => {
    await read((tx) => requireRoom(tx, tenant, actor.accountId, size))
    const id = randomUUID()
    const path = place(tenant, actor.accountId, id)
    await writeFile(path, '')
    // The note last: with it the upload has begun.
    await writeFile(
      `${path}.json.new`,
      JSON.stringify({
        name: fileNameOf(fileName),
        size,
        attachment: attachmentUUID,
      } satisfies Begun),
    )
    await rename(`${path}.json.new`, `${path}.json`)
    return { id, offset: 0, size, address: null }
  })
  serve(app, stateOfUpload, async ({ id }, { tenant, actor, read }) => {
    const whole = await read((tx) => finished(tx, tenant, actor.accountId, id))
    if (whole) return { id, ...whole }
    const path = place(tenant, actor.accountId, id)
    const { size } = await begun(path)
    return { id, offset: (await stat(path)).size, size, address: null }
  })

  const endpoint = partOfUpload.endpoint
  app.served.push({
    endpoint,
    summary: partOfUpload.summary,
    access: 'signed-in',
    input: partOfUpload.input,
    answer: uploadState,
    form: false,
  })
  app.http.addContentTypeParser('application/octet-stream', (_request, payload, done) =>
    done(null, payload),
  )
  app.http.route({
    ...toRoute(endpoint as Endpoint),
    handler: async (request, reply) => {
      const { actor, tenant } = await admit(platform, request, 'signed-in')
      const { id, offset } = parse(partOfUpload.input, {
        ...(request.query as object),
        ...(request.params as object),
      })
      const path = place(tenant, actor!.accountId, id)
      const body = request.body as NodeJS.ReadableStream | undefined
      if (!body || typeof body.pipe !== 'function') throw new HttpError(400, 'error.data_invalid')
      const { name, size, attachment } = await begun(path)
      const there = (await stat(path)).size
      // Somebody sends it already, or what is sent does not begin where the last part ended.
      if (underWay.has(path) || there !== offset)
        throw new HttpError(409, 'error.upload.offset', { extra: { offset: there } })
      underWay.add(path)
      try {
        let room = size - offset
        const meter = new Transform({
          transform(chunk: Buffer, _encoding, done) {
            room -= chunk.length
            if (room < 0) done(new HttpError(413, 'error.body_too_large'))
            else done(null, chunk)
          },
        })
        // What came before a cut stays: the next part begins there.
        await pipeline(body, meter, createWriteStream(path, { flags: 'r+', start: offset }))
        if (room > 0) return { id, offset: size - room, size, address: null }
        const sha256 = createHash('sha256')
        for await (const piece of createReadStream(path)) sha256.update(piece as Buffer)
        const context = contextOf(
          platform,
          request,
          languageAsked(request),
          tenant,
          actor,
          async () => undefined,
        )
        try {
          const stored = await keepUpload(store, context, {
            path,
            name,
            attachment,
            sha256: sha256.digest('hex'),
            id,
          })
          return reply.type('application/json').send({ id, offset: size, size, address: stored })
        } finally {
          // Kept, or refused for what it is; neither is sent again.
          await rm(path, { force: true })
          await rm(`${path}.json`, { force: true })
        }
      } finally {
        underWay.delete(path)
      }
    },
  })
}
