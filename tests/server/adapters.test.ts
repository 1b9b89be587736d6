import { createHash, createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { s3Store } from '#server/modules/file/engine/store.ts'
import { httpSender } from '#server/modules/account/engine/sms.ts'

const folder = mkdtempSync(join(tmpdir(), 'furrow-adapters-'))
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
  const settings = {
    bucket: 'farm',
    region: 'cn-south-1',
    accessKeyId: 'AKTEST',
    secretAccessKey: 'secret/with+signs',
  }
  const objects = new Map<string, Buffer>()
  const hmac = (key: string | Buffer, text: string) =>
    createHmac('sha256', key).update(text).digest()
  /** AWS signature version 4, recomputed from the request as a real service does. */
  function isSigned(request: IncomingMessage): boolean {
    const match =
      /^AWS4-HMAC-SHA256 Credential=AKTEST\/(\d{8})\/cn-south-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
        request.headers.authorization ?? '',
      )
    if (!match) return false
    const [, day, names, signature] = match as unknown as [string, string, string, string]
    const headers = names
      .split(';')
      .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
      .join('')
    const canonical = [
      request.method,
      request.url,
      '',
      headers,
      names,
      request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD',
    ].join('\n')
    const text = [
      'AWS4-HMAC-SHA256',
      request.headers['x-amz-date'],
      `${day}/cn-south-1/s3/aws4_request`,
      createHash('sha256').update(canonical).digest('hex'),
    ].join('\n')
    const key = hmac(
      hmac(hmac(hmac(`AWS4${settings.secretAccessKey}`, day), 'cn-south-1'), 's3'),
      'aws4_request',
    )
    return hmac(key, text).toString('hex') === signature
  }
  let server: Server
  let endpoint = ''
  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const body = await bodyOf(request)
      if (!isSigned(request)) return response.writeHead(403).end('SignatureDoesNotMatch')
      if (request.method === 'PUT') {
        objects.set(request.url!, body)
        return response.writeHead(200).end()
      }
      const found = objects.get(request.url!)
      return found
        ? response.writeHead(200, { 'content-length': found.length }).end(found)
        : response.writeHead(404).end()
    })
    endpoint = await listen(server)
  })
  afterAll(() => server.close())

  test('takes and gives files with a signature that the service accepts', async () => {
    const store = s3Store({ endpoint, ...settings })
    const path = join(folder, 'picture')
    writeFileSync(path, Buffer.alloc(300_000, 'ab'))
    await store.put('7/picture.jpg', path, 'image/jpeg')
    expect([...objects.keys()]).toEqual(['/farm/7/picture.jpg'])
    const found = await store.get('7/picture.jpg')
    const parts: Buffer[] = []
    for await (const part of found!.stream) parts.push(part as Buffer)
    expect([found!.size, Buffer.concat(parts).equals(Buffer.alloc(300_000, 'ab'))]).toEqual([
      300_000,
      true,
    ])
    expect(await store.get('7/nothing.jpg')).toBeNull()
  })

  test('says so when the service refuses', async () => {
    const store = s3Store({ endpoint, ...settings, secretAccessKey: 'wrong' })
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
