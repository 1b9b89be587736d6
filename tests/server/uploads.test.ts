import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  beginUpload,
  partOfUpload,
  stateOfUpload,
  type UploadState,
} from '#contract/file/file-calls.ts'
import { resolveEndpoint } from '#contract/request.ts'
import { row } from '#server/db/database.ts'
import { oneFarm } from './ground.ts'
import { newMember } from './harness.ts'

const { app, mine } = await oneFarm()
await app.http.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.http.server.address() as { port: number }
const pdf = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])
const begin = (client = mine.admin, size = pdf.length) =>
  client.call(beginUpload, { fileName: '合同.pdf', size })
const partAt = (id: string, offset: number) => {
  const { method, url } = resolveEndpoint(partOfUpload.endpoint, { id }, mine.id)
  return { method, path: `${url}?offset=${offset}` }
}
const put = (id: string, offset: number, bytes: Buffer, token = mine.admin.token) => {
  const { method, path } = partAt(id, offset)
  return fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: new Uint8Array(bytes),
  })
}
const state = (id: string, client = mine.admin) => client.call(stateOfUpload, { id })

test('goes on where the line was cut, and is the file that was sent', async () => {
  const { id } = await begin()
  expect(await (await put(id, 0, pdf.subarray(0, 1_000_000))).json()).toMatchObject({
    offset: 1_000_000,
    address: null,
  })
  // A line that breaks in the middle of a part.
  const socket = connect(port, '127.0.0.1')
  const { method, path } = partAt(id, 1_000_000)
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${mine.admin.token}\r\nContent-Type: application/octet-stream\r\nContent-Length: 1000000\r\n\r\n`,
  )
  socket.write(pdf.subarray(1_000_000, 1_400_000))
  // What had not come when the line broke would be lost with it.
  await expect.poll(async () => (await state(id)).offset, { timeout: 10_000 }).toBe(1_400_000)
  socket.destroy()
  const { offset } = await state(id)
  expect(offset).toBe(1_400_000)
  expect(await (await put(id, 0, pdf)).json()).toMatchObject({
    code: 'error.upload.offset',
    offset: 1_400_000,
  })
  // Nobody else may go on while the server still waits for the line that broke.
  let rest: Response
  await expect
    .poll(async () => (rest = await put(id, offset, pdf.subarray(offset))).status)
    .toBe(200)
  const last = (await rest!.json()) as UploadState
  expect(last).toMatchObject({
    offset: pdf.length,
    address: expect.stringContaining('/files/content/'),
  })
  const stored = await fetch(`http://127.0.0.1:${port}${last.address!}`, {
    headers: { authorization: `Bearer ${mine.admin.token}` },
  })
  expect(Buffer.from(await stored.arrayBuffer()).equals(pdf)).toBe(true)
  // The answer was lost on the way: asked again it is the same.
  expect((await state(id)).address!.split('?')[0]).toBe(last.address!.split('?')[0])
  expect(readdirSync(join(app.filesDir, 'incoming')).filter((name) => name.includes(id))).toEqual(
    [],
  )
  expect(
    await app.db.read(mine.id, (tx) =>
      row(
        tx,
        sql`select count(*)::int as files, max(file_name) as name from file where key like ${`${id}%`}`,
      ),
    ),
  ).toEqual({ files: 1, name: '合同.pdf' })
})

test('twenty of a person wait to be whole, and what the tenant has room for', async () => {
  const who = await newMember(app, mine, [])
  for (let at = 0; at < 20; at++) await begin(who, 1000)
  const next = await who.send(beginUpload, { fileName: '合同.pdf', size: 1000 })
  expect([next.statusCode, next.json().code]).toEqual([429, 'error.upload.too_many'])
  const limit = (mb: number | null) =>
    app.db.platform((tx) =>
      sql`update tenant set max_storage_mb = ${mb} where id = ${mine.id}`.execute(tx),
    )
  await limit(20)
  const other = await newMember(app, mine, [])
  const large = () => other.send(beginUpload, { fileName: '合同.pdf', size: 12_000_000 })
  expect((await large()).statusCode).toBe(200)
  const beyond = await large()
  expect([beyond.statusCode, beyond.json().code]).toEqual([422, 'limit.storage_mb'])
  await limit(null)
})

test('is nobody else’s, keeps to its size, and is judged as any other upload', async () => {
  const { id } = await begin()
  const colleague = await newMember(app, mine, [])
  await expect(state(id, colleague)).rejects.toMatchObject({ status: 404 })
  expect((await put(id, 0, pdf.subarray(0, 10), colleague.token)).status).toBe(404)
  expect((await put(id, 0, Buffer.alloc(pdf.length + 1))).status).toBe(413)
  await expect(begin(mine.admin, 51 * 1024 * 1024)).rejects.toMatchObject({ status: 400 })
  const text = Buffer.from('<svg onload="alert(1)"/>')
  const other = await begin(mine.admin, text.length)
  expect(await (await put(other.id, 0, text)).json()).toMatchObject({
    failed: true,
    code: 'error.upload.type',
  })
  await expect(state(other.id)).rejects.toMatchObject({ status: 404 })
})
