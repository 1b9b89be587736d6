import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { scratchDir } from '#scripts/scratch.mjs'
import { s3Bucket } from '#server/modules/file/engine/bucket.ts'
import { s3Store } from '#server/modules/file/engine/store.ts'
import { httpSender } from '#server/modules/account/engine/sms.ts'
import { S3Peer, s3Keys } from './s3-peer.ts'

const folder = mkdtempSync(join(scratchDir(), 'furrow-adapters-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

describe('the object store', () => {
  const peer = new S3Peer()
  let endpoint = ''
  beforeAll(async () => {
    endpoint = await peer.open()
  })
  afterAll(() => peer.close())

  test('takes and gives files with a signature that the service accepts', async () => {
    const store = s3Store({ endpoint, ...s3Keys }, 'secret')
    const path = join(folder, 'picture')
    writeFileSync(path, Buffer.alloc(300_000, 'ab'))
    await store.put('7/picture.jpg', path, 'image/jpeg')
    expect([...peer.objects.keys()]).toEqual(['7/picture.jpg'])
    const found = await store.get('7/picture.jpg')
    const parts: Buffer[] = []
    for await (const part of found!.stream) parts.push(part as Buffer)
    expect([found!.size, Buffer.concat(parts).equals(Buffer.alloc(300_000, 'ab'))]).toEqual([
      300_000,
      true,
    ])
    expect(await store.get('7/nothing.jpg')).toBeNull()
    const part = await store.get('7/picture.jpg', { start: 1, end: 4 })
    const bytes: Buffer[] = []
    for await (const piece of part!.stream) bytes.push(piece as Buffer)
    expect([part!.size, Buffer.concat(bytes).toString()]).toEqual([300_000, 'baba'])
    await store.remove('7/picture.jpg')
    await store.remove('7/picture.jpg')
    expect(peer.objects.size).toBe(0)
  })

  test('lists what lies below a path, folders apart, page by page', async () => {
    const bucket = s3Bucket({ endpoint, ...s3Keys })
    const names = Array.from({ length: 7 }, (_, i) => `a/${i}.m4s`)
    for (const name of [...names, 'a/b/1', 'a/b/2', 'a/c & d/1', 'ab'])
      peer.objects.set(name, Buffer.from('x'))
    peer.pageSize = 3
    const pages: string[][] = []
    for await (const page of bucket.list('a/')) pages.push(page)
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3])
    expect(pages.flat().toSorted()).toEqual(
      [...names.map((name) => name.slice(2)), 'b/', 'c & d/'].toSorted(),
    )
    peer.objects.clear()
    for await (const page of bucket.list('a/')) expect(page).toEqual([])
  })

  test('says so when the service refuses', async () => {
    const store = s3Store({ endpoint, ...s3Keys, secretAccessKey: 'wrong' }, 'secret')
    const path = join(folder, 'refused')
    writeFileSync(path, 'x')
    await expect(store.put('7/x.jpg', path, 'image/jpeg')).rejects.toThrow('403')
  })
})

describe('the SMS provider', () => {
  test('is sent phone and text with its token, and its refusal is an error', async () => {
    const seen: unknown[] = []
    const server = createServer(async (request, response) => {
      seen.push({
        method: request.method,
        authorization: request.headers.authorization,
        body: JSON.parse((await bodyOf(request)).toString()) as unknown,
      })
      response.writeHead(seen.length === 1 ? 202 : 429).end()
    })
    const sender = httpSender({ url: await listen(server), token: 't0ken' })
    await sender.send('13800138000', '您的验证码是 123456')
    expect(seen).toEqual([
      {
        method: 'POST',
        authorization: 'Bearer t0ken',
        body: { phone: '13800138000', text: '您的验证码是 123456' },
      },
    ])
    await expect(sender.send('13800138000', 'x')).rejects.toThrow('429')
    server.close()
  })
})
