import { exportList, job as jobCall } from '#contract/platform/platform-calls.ts'
import { strFromU8, unzipSync, Zip, ZipDeflate } from 'fflate'
import type { Entity } from '#contract/entity.ts'
import { importColumns } from '#contract/import-columns.ts'
import {
  importOf,
  importTemplatePath,
  applyImport,
  type ImportMode,
  type ImportResult,
} from '#contract/platform/import-calls.ts'
import type { Client } from '#server/demo/client.ts'
import type { TestApp } from './harness.ts'
import { download } from './harness.ts'

type Language = 'zh-CN' | 'en-US'
/** Posts a table as the console does. */
export async function send(
  app: TestApp,
  client: Client,
  entity: string,
  name: string,
  bytes: Buffer | string,
  language: Language = 'zh-CN',
  mode?: ImportMode,
) {
  const boundary = 'furrow-import-boundary'
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from('\r\n'),
    ])
  return app.http.inject({
    method: 'POST',
    url: `/iam/v1/${client.tenantId}/imports`,
    payload: Buffer.concat([
      part('name="entity"', entity),
      ...(mode ? [part('name="mode"', mode)] : []),
      part(`name="file"; filename="${name}"`, bytes as Buffer),
      Buffer.from(`--${boundary}--\r\n`),
    ]),
    headers: {
      authorization: `Bearer ${client.token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'accept-language': language,
    },
  })
}
export const standing = (client: Client, jobId: number) => client.call(importOf, { id: jobId })
/** Uploads and waits for what the check finds. */
export async function check(
  app: TestApp,
  client: Client,
  entity: string,
  bytes: Buffer | string,
  {
    name = 'rows.csv',
    language = 'zh-CN' as Language,
    mode = undefined as ImportMode | undefined,
  } = {},
): Promise<ImportResult> {
  const answer = await send(app, client, entity, name, bytes, language, mode)
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${answer.body}`)
  await app.jobs.work()
  return standing(client, answer.json<{ jobId: number }>().jobId)
}
export async function apply(
  app: TestApp,
  client: Client,
  jobId: number,
  onlyValid = false,
): Promise<ImportResult> {
  await client.call(applyImport, { id: jobId, onlyValid })
  await app.jobs.work()
  return standing(client, jobId)
}
export const templateOf = async (client: Client, entity: string, language: Language) =>
  (
    await client.fetch(importTemplatePath.replace('{entity}', entity), {
      'accept-language': language,
    })
  ).rawPayload
/** All of a workbook's XML, by part. */
export const partsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, part]) => [name, strFromU8(part)]),
  )
export const total = async (client: Client, entity: Entity) =>
  (await client.call<{ totalElements: number }>(entity.api.list!, { size: '1' })).totalElements

export const csv = (...lines: string[]) => `\uFEFF${lines.join('\r\n')}\r\n`
/**
 * Units with codes of their own, some lines put in the place of others (by their number in the
 * file, the titles being 1).
 */
export const units = (count: number, prefix: string, changed: Record<number, string> = {}) =>
  csv(
    '编码,名称,英文名称,描述',
    ...Array.from(
      { length: count },
      (_, at) => changed[at + 2] ?? `${prefix}${at},单位${at},unit ${at},`,
    ),
  )

/** A workbook of a few kilobytes that unpacks to so many megabytes of blanks. */
export function bomb(megabytes: number): Buffer {
  const parts: Uint8Array[] = []
  const zip = new Zip((_error, part) => parts.push(part))
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 1 })
  zip.add(sheet)
  const blank = new Uint8Array(1024 * 1024).fill(0x20)
  for (let at = 1; at <= megabytes; at++) sheet.push(blank, at === megabytes)
  zip.end()
  return Buffer.concat(parts)
}

/**
 * Every row of a list as the console exports it to be imported again, or with columns of the
 * caller's.
 */
export async function exportOf(
  app: TestApp,
  client: Client,
  entity: Entity,
  {
    columns = importColumns(entity)!.map(([name]) => name),
    query = {},
    again = true,
    format = 'xlsx',
    language = 'zh-CN' as Language,
  }: {
    columns?: string[]
    query?: Record<string, string>
    again?: boolean
    format?: 'xlsx' | 'csv'
    language?: Language
  } = {},
): Promise<Buffer> {
  const asked = await client.send(
    exportList,
    { entity: entity.name, format, columns, query, again },
    { 'accept-language': language },
  )
  if (asked.statusCode !== 200) throw new Error(asked.body)
  await app.jobs.work()
  const job = await client.call(jobCall, { id: asked.json<{ jobId: number }>().jobId })
  if (job.state !== 'done') throw new Error(job.message!)
  return (await download(client, job.resultUrl)).rawPayload
}
