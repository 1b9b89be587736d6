import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import multipart from '@fastify/multipart'
import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import sharp from 'sharp'
import { z } from 'zod'
import type { Endpoint } from '#contract/entity.ts'
import {
  filesOfAttachment,
  maxUploadBytes,
  uploadPath,
  type FileRow,
} from '#contract/file/file-calls.ts'
import { row, rows } from '#server/db/database.ts'
import { notFound, HttpError } from '#server/db/http-error.ts'
import { receive } from '#server/modules/file/engine/receive.ts'
import type { Part } from '#server/modules/file/engine/store.ts'
import { brokenUpload, disposition, fileNameOf } from '#server/http/file-name.ts'
import { rangeOf } from '#server/http/byte-range.ts'
import { contextOf } from '#server/http/context.ts'
import { admit, serve, toRoute } from '#server/http/serve.ts'
import { languageAsked } from '#server/http/input.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { address, keepUpload } from './keep-upload.ts'
import { serveParts } from './parts.ts'

const buckets = ['public', 'private'] as const
/**
 * Sizes that pictures are kept at; any other is answered with the next larger one
 * (docs/specification.md 6.7).
 */
const ladder = [64, 128, 200, 400, 800, 1600]
const rung = (asked: unknown) =>
  ladder.find((size) => size >= (Number(asked) || 400)) ?? ladder.at(-1)!

interface Stored {
  key: string
  fileName: string
  fileType: string
  fileSize: number
  bucketName: string
  creationDate: string
}

/** What a stored file is never allowed to become: a page of ours, or something to sniff at. */
function guard(reply: FastifyReply, type: string, name: string, kept: string) {
  const inline = /^(image|audio)\//.test(type) || type === 'video/mp4'
  return reply
    .type(type)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', disposition(name, inline ? 'inline' : 'attachment'))
    .header('cache-control', kept)
}

async function serveFiles(app: Services): Promise<void> {
  const { platform, store, filesDir, signer } = app
  const incoming = join(filesDir, 'incoming')
  const cache = join(filesDir, 'resized')
  // What was begun before a start goes on after it; what nobody goes on with is swept
  // (engine/sweep.ts).
  await mkdir(incoming, { recursive: true })
  await mkdir(cache, { recursive: true })
  await app.http.register(multipart, {
    limits: { fileSize: maxUploadBytes + 1, files: 1, fields: 10, fieldSize: 2000 },
  })

  const upload = `POST ${uploadPath}` as Endpoint
  const parts = z.object({
    file: z.string(),
    bucketName: z.enum(buckets).optional(),
    fileName: z.string().optional(),
    attachmentUUID: z.string().optional(),
  })
  app.served.push({
    endpoint: upload,
    summary: 'Upload one file (multipart); answers its address',
    access: 'signed-in',
    input: parts,
    answer: z.string(),
    form: true,
  })
  const content = 'GET /hfle/v1/{tenant}/files/content/{key}' as const
  const sizes = z.object({
    key: z.string(),
    s: z.string().optional(),
    resize: z.string().optional(),
    width: z.string().optional(),
    height: z.string().optional(),
  })
  app.served.push({
    endpoint: content,
    summary:
      'A stored file; one that is not published asks for the signature of its address, or for a session',
    access: 'public',
    rate: 'ordinary',
    input: sizes,
    answer: z.string(),
    form: false,
  })
  app.http.route({
    ...toRoute(upload),
    bodyLimit: maxUploadBytes + 1_000_000,
    handler: async (request, reply) => {
      const { actor, tenant } = await admit(platform, request, 'signed-in')
      const part = await request.file().catch(brokenUpload)
      if (!part) throw new HttpError(422, 'error.upload.empty')
      const path = join(incoming, randomUUID())
      try {
        const { sha256 } = await receive(part.file, path, maxUploadBytes).catch(brokenUpload)
        const text = (name: string) => {
          const field = part.fields[name]
          return field && 'value' in field ? String(field.value) : undefined
        }
        const bucket = text('bucketName') ?? 'private'
        if (!buckets.some((known) => known === bucket))
          throw new HttpError(422, 'error.data_invalid', {
            fields: { bucketName: { code: 'field.invalid' } },
          })
        const context = contextOf(
          platform,
          request,
          languageAsked(request),
          tenant,
          actor,
          async () => undefined,
        )
        const stored = await keepUpload(store, context, {
          path,
          name: fileNameOf(text('fileName') || part.filename || ''),
          attachment: text('attachmentUUID'),
          sha256,
        })
        return reply.type('application/json').send(JSON.stringify(stored))
      } finally {
        await rm(path, { force: true })
      }
    },
  })

  app.http.get<{
    Params: { tenant: string; key: string }
    Querystring: { s?: string; resize?: string; width?: string; height?: string }
  }>('/hfle/v1/:tenant/files/content/:key', async (request, reply) => {
    const { tenant, key } = request.params
    if (!/^\d{1,15}$/.test(tenant) || !/^[\da-f-]{36}\.\w{1,5}$/.test(key)) throw notFound()
    const found = await platform.db.read(Number(tenant), (tx) =>
      row<Omit<Stored, 'creationDate'>>(
        tx,
        sql`select key, file_name, file_type, file_size, bucket_name from file where key = ${key}`,
      ),
    )
    if (!found) throw notFound()
    const isPublic = found.bucketName === 'public'
    const seconds = signer.secondsLeft(
      tenant,
      key,
      typeof request.query.s === 'string' ? request.query.s : undefined,
    )
    // Asked after the look-up, so that a stranger's 401 does not tell which private files exist.
    if (!isPublic && seconds === 0) await admit(platform, request, 'signed-in')
    guard(
      reply,
      found.fileType,
      found.fileName,
      isPublic
        ? 'public, max-age=86400'
        : seconds
          ? `private, max-age=${seconds}`
          : 'private, no-store',
    )
    const get = async (name: string, part?: Part) => {
      const data = await store.get(name, part)
      if (!data) throw notFound()
      return data
    }
    if (request.query.resize && found.fileType.startsWith('image/')) {
      const [width, height] = [rung(request.query.width), rung(request.query.height)]
      const small = join(cache, `${tenant}-${key}-${width}x${height}.webp`)
      if (!existsSync(small)) {
        const { stream } = await get(`${tenant}/${key}`)
        const temporary = join(incoming, randomUUID())
        await pipeline(
          stream,
          sharp({ limitInputPixels: 50_000_000 })
            .resize(width, height, { fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 80 }),
          createWriteStream(temporary),
        )
        await rename(temporary, small)
      }
      return reply.type('image/webp').send(createReadStream(small))
    }
    void reply.header('accept-ranges', 'bytes')
    // Players ask for the part that is looked at.
    const part = rangeOf(request.headers.range, found.fileSize)
    if (part === 'none')
      return reply.status(416).header('content-range', `bytes */${found.fileSize}`).send()
    if (part) {
      const { stream } = await get(`${tenant}/${key}`, part)
      return reply
        .status(206)
        .header('content-range', `bytes ${part.start}-${part.end}/${found.fileSize}`)
        .header('content-length', part.end - part.start + 1)
        .send(stream)
    }
    const { stream, size } = await get(`${tenant}/${key}`)
    if (size) void reply.header('content-length', size)
    return reply.send(stream)
  })

  serveParts(app, incoming)
  serve(app, filesOfAttachment, async ({ id }, { read, tenant }) =>
    read(async (tx) => {
      const found = await rows<Stored>(
        tx,
        sql`select key, file_name, file_type, file_size, bucket_name, creation_date from file
          where attachment_uuid = ${id} order by id limit 50`,
      )
      return found.map(({ key, ...rest }): FileRow => ({ ...rest, fileUrl: address(tenant, key) }))
    }),
  )
}

export const file: ServerDomain = { name: 'file', serve: serveFiles }
