import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Codes } from '#contract/entity.ts'
import { importColumns, importKeys } from '#contract/import-columns.ts'
import { seenAs } from '#contract/seen.ts'
import {
  applyImport,
  importModes,
  importOf,
  importPath,
  importTemplatePath,
  maxImportBytes,
  startedImport,
  type ImportMode,
} from '#contract/platform/import-calls.ts'
import { row } from '#server/db/database.ts'
import { invalidFields, notFound, HttpError, unprocessable } from '#server/db/http-error.ts'
import { receive } from '#server/modules/file/engine/receive.ts'
import { contextOf } from '#server/http/context.ts'
import type { Rules } from '#server/http/crud.ts'
import { brokenUpload, disposition, fileNameOf } from '#server/http/file-name.ts'
import { languageAsked } from '#server/http/input.ts'
import { admit, serve, toRoute } from '#server/http/serve.ts'
import { enqueue, type Needs } from '#server/jobs/queue.ts'
import type { ServerDomain } from '#server/services/domain.ts'
import type { Services } from '#server/services/services.ts'
import { applyJob } from './apply.ts'
import { checkJob } from './check.ts'
import { sheetType } from './files.ts'
import { requireCodes, importRow, type ImportRequest } from './import-record.ts'
import { resultOf } from './result.ts'
import { template } from './template.ts'

const zip = Buffer.from([0x50, 0x4b, 0x03, 0x04])
const types = { xlsx: sheetType, csv: 'text/csv; charset=utf-8' } as const
/**
 * By what a file begins with. A text is never more than a table here: it is kept to be downloaded,
 * not to be opened.
 */
async function kindAt(path: string): Promise<keyof typeof types> {
  const file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4096), 0, 4096, 0)
  await file.close()
  if (bytesRead === 0) throw unprocessable('error.upload.empty')
  const head = buffer.subarray(0, bytesRead)
  if (head.subarray(0, 4).equals(zip)) return 'xlsx'
  if (head.includes(0)) throw unprocessable('import.type')
  return 'csv'
}

/**
 * Imports of any entity that can be typed: template, check, all of it or nothing
 * (docs/specification.md 6.1 to 6.4).
 */
function serveImports(app: Services): void {
  const { platform, jobs, store, filesDir } = app
  /** Whoever may create one may import many. */
  const needs: Needs = ({ entity }) =>
    [(app.rules.get(String(entity))?.entity.permissions as Codes | undefined)?.create ?? []].flat()
  jobs.on('list-import-check', needs, checkJob(app))
  jobs.on('list-import', needs, applyJob(app))
  const requireImportable = (
    name: string,
    codes: ReadonlySet<string>,
    mode: ImportMode = 'add',
  ): Rules => {
    const rules = app.rules.get(name)
    if (!rules || !importColumns(rules.entity)) throw notFound()
    requireCodes(rules.entity, mode, codes)
    if (mode === 'update' && importKeys(rules.entity).length === 0)
      throw unprocessable('import.no_key')
    return rules
  }

  const templateAt = `GET ${importTemplatePath}` as const
  app.served.push({
    endpoint: templateAt,
    summary: 'A workbook to fill in',
    access: 'signed-in',
    input: z.object({ entity: z.string() }),
    answer: z.string(),
    form: false,
  })
  app.http.route<{ Params: { entity: string } }>({
    ...toRoute(templateAt),
    handler: async (request, reply) => {
      const { tenant, rights, actor } = await admit(platform, request, 'signed-in')
      const { entity } = requireImportable(request.params.entity, rights!.codes)
      const { name, data } = await platform.db.read(
        tenant,
        (tx) => template(tx, seenAs(entity, rights!.codes), tenant, languageAsked(request)),
        actor!.scope,
      )
      return reply.type(sheetType).header('content-disposition', disposition(name)).send(data)
    },
  })

  const startAt = `POST ${importPath}` as const
  app.served.push({
    endpoint: startAt,
    summary: 'Upload a table and check it (multipart); writes nothing',
    access: 'signed-in',
    rate: 'import',
    input: z.object({ entity: z.string(), mode: z.enum(importModes).optional(), file: z.string() }),
    answer: startedImport,
    form: true,
  })
  app.http.route({
    ...toRoute(startAt),
    config: { rate: 'import' },
    bodyLimit: maxImportBytes + 1_000_000,
    handler: async (request) => {
      const { actor, rights, tenant } = await admit(platform, request, 'signed-in')
      const part = await request.file().catch(brokenUpload)
      if (!part) throw unprocessable('error.upload.empty')
      const said = (name: string) => {
        const given = part.fields[name]
        return given && 'value' in given ? String(given.value) : ''
      }
      const mode = importModes.find((one) => one === (said('mode') || 'add'))
      if (!mode) throw invalidFields({ mode: { code: 'field.invalid' } })
      const { entity } = requireImportable(said('entity'), rights!.codes, mode)
      const language = languageAsked(request)
      const path = join(filesDir, 'incoming', randomUUID())
      try {
        const { size, sha256 } = await receive(part.file, path, maxImportBytes).catch(brokenUpload)
        const kind = await kindAt(path)
        const key = `${randomUUID()}.${kind}`
        // Whoever renamed a text is told so; read as text it would only seem empty.
        if (kind === 'csv' && /\.xlsx$/i.test(part.filename ?? ''))
          throw unprocessable('import.not_a_workbook')
        const fileName = fileNameOf(part.filename || `import.${kind}`, 'import')
        await store.put(`${tenant}/${key}`, path, types[kind])
        const context = contextOf(platform, request, language, tenant, actor, async () => undefined)
        const asked: ImportRequest = {
          actor: actor!,
          caller: { requestId: request.id, address: request.ip },
          language,
        }
        return await context.write(async ({ tx }) => {
          await sql`insert into file (key, bucket_name, file_name, file_type, file_size, sha256, created_by)
            values (${key}, 'private', ${fileName}, ${types[kind]}, ${size}, ${sha256}, ${actor!.accountId})`.execute(
            tx,
          )
          const jobId = await enqueue(tx, actor!.accountId, 'list-import-check', {
            ...asked,
            entity: entity.name,
          })
          await sql`insert into list_import (job_id, account_id, entity, mode, file_key, file_name, sha256)
            values (${jobId}, ${actor!.accountId}, ${entity.name}, ${mode}, ${key}, ${fileName}, ${sha256})`.execute(
            tx,
          )
          return { jobId }
        })
      } finally {
        await rm(path, { force: true })
      }
    },
  })

  serve(app, importOf, async ({ id }, { read, actor, tenant }) =>
    read((tx) => resultOf(tx, id, actor.accountId, tenant)),
  )
  serve(
    app,
    applyImport,
    async ({ id, onlyValid = false }, { write, actor, codes, language, requestId, address }) =>
      write(async ({ tx }) => {
        // Locked: of two clicks at once the second one finds the first's job.
        const kept = await importRow(tx, id, sql`for update`)
        if (!kept || kept.accountId !== actor.accountId) throw notFound()
        requireImportable(kept.entity, codes, kept.mode)
        if (!kept.found) throw new HttpError(409, 'import.not_ready')
        const before =
          kept.applyJobId === null
            ? null
            : await row<{ state: string }>(
                tx,
                sql`select state from job where id = ${kept.applyJobId}`,
              )
        if (before && !['failed', 'cancelled'].includes(before.state))
          return { jobId: kept.applyJobId! }
        if (kept.found.valid - (kept.found.unchanged ?? 0) === 0)
          throw unprocessable('import.nothing')
        if (!onlyValid && kept.found.faultCount > 0) throw unprocessable('import.faulty')
        const asked: ImportRequest = { actor, caller: { requestId, address }, language }
        const jobId = await enqueue(tx, actor.accountId, 'list-import', {
          ...asked,
          entity: kept.entity,
          importId: id,
          onlyValid,
        })
        await sql`update list_import set apply_job_id = ${jobId} where job_id = ${id}`.execute(tx)
        return { jobId }
      }),
  )
}

export const imports: ServerDomain = { name: 'import', serve: serveImports }
