import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What the peer's caller signs with. */
export const s3Keys = {
  bucket: 'farm',
  region: 'cn-south-1',
  accessKeyId: 'AKTEST',
  secretAccessKey: 'secret/with+signs',
}
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** AWS signature version 4, recomputed from the request as a real service does. */
function isSigned(request: IncomingMessage): boolean {
  const match =
    /^AWS4-HMAC-SHA256 Credential=AKTEST\/(\d{8})\/cn-south-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!match) return false
  const [, day, names, signature] = match as unknown as [string, string, string, string]
  const url = new URL(request.url!, 'http://x')
  const query = [...url.searchParams]
    .map((pair) => pair.map(encoded).join('='))
    .toSorted()
    .join('&')
  const headers = names
    .split(';')
    .map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
    .join('')
  const canonical = [
    request.method,
    url.pathname,
    query,
    headers,
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    `${day}/cn-south-1/s3/aws4_request`,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const key = hmac(
    hmac(hmac(hmac(`AWS4${s3Keys.secretAccessKey}`, day), s3Keys.region), 's3'),
    'aws4_request',
  )
  return timingSafeEqual(hmac(key, text), Buffer.from(signature, 'hex'))
}

/**
 * The part of an S3 service that is asked for: PUT, GET with range, HEAD, DELETE and ListObjectsV2 with
 * pages, each signed. An object is there whole or not at all.
 */
export class S3Peer {
  /** By key, without the bucket. */
  readonly objects = new Map<string, Buffer>()
  /** What was said with an object, and when it came (ms); now, of what a test put there. */
  readonly notes = new Map<string, { owner: string | null; at: number }>()
  readonly asked: { method: string; key: string; range: string | undefined }[] = []
  /** Away: connections are cut before anything is answered. */
  isDown = false
  /** Uploads are read this far and no further, until the peer goes on or is left; null: to the end. */
  holdsAfter: number | null = null
  /** Names of a page. */
  pageSize = 1000
  readonly #server = createServer((request, response) => void this.#answer(request, response))
  readonly #sockets = new Set<Socket>()
  constructor() {
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }
  /** Answers the address it listens at. */
  async open(): Promise<string> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }
  close(): void {
    this.cut()
    this.#server.close()
  }
  /** Ends whatever is under way, as a service that is killed does. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (this.isDown) return void request.socket.destroy()
    const url = new URL(request.url!, 'http://x')
    const [, bucket, key = ''] = /^\/([^/]+)\/?(.*)$/.exec(decodeURIComponent(url.pathname)) ?? []
    this.asked.push({ method: request.method!, key, range: request.headers.range })
    if (!isSigned(request)) return void response.writeHead(403).end('SignatureDoesNotMatch')
    if (bucket !== s3Keys.bucket) return void response.writeHead(404).end('NoSuchBucket')
    if (request.method === 'PUT') return this.#put(key, request, response)
    if (request.method === 'DELETE') {
      this.objects.delete(key)
      return void response.writeHead(204).end()
    }
    if (key === '') return this.#list(url.searchParams, response)
    this.#get(key, request.headers.range, response)
  }
  async #put(key: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    let size = 0
    try {
      for await (const part of request) {
        parts.push(part as Buffer)
        size += (part as Buffer).length
        if (this.holdsAfter !== null && size > this.holdsAfter)
          await new Promise((done) => request.once('close', done))
      }
    } catch {
      return
    }
    if (size !== Number(request.headers['content-length'])) return
    this.objects.set(key, Buffer.concat(parts))
    const owner = request.headers['x-amz-meta-furrow']
    this.notes.set(key, { owner: typeof owner === 'string' ? owner : null, at: Date.now() })
    response.writeHead(200).end()
  }
  #get(key: string, range: string | undefined, response: ServerResponse): void {
    const found = this.objects.get(key)
    if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
    if (start === undefined) {
      const { owner = null, at = Date.now() } = this.notes.get(key) ?? {}
      return void response
        .writeHead(200, {
          'content-length': found.length,
          'last-modified': new Date(at).toUTCString(),
          ...(owner && { 'x-amz-meta-furrow': owner }),
        })
        .end(found)
    }
    const part = found.subarray(Number(start), Number(end) + 1)
    response
      .writeHead(206, {
        'content-length': part.length,
        'content-range': `bytes ${start}-${Number(start) + part.length - 1}/${found.length}`,
      })
      .end(part)
  }
  #list(query: URLSearchParams, response: ServerResponse): void {
    if (query.get('list-type') !== '2') return void response.writeHead(400).end()
    const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
    const after = query.get('continuation-token') ?? ''
    const names = new Set<string>()
    for (const key of this.objects.keys()) {
      if (!key.startsWith(prefix)) continue
      const at = delimiter ? key.indexOf(delimiter, prefix.length) : -1
      names.add(at < 0 ? key : key.slice(0, at + 1))
    }
    const left = [...names].toSorted().filter((name) => name > after)
    const page = left.slice(0, Math.min(this.pageSize, Number(query.get('max-keys') ?? 1000)))
    const text = (name: string) => name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const body = page.map((name) =>
      name.endsWith('/')
        ? `<CommonPrefixes><Prefix>${text(name)}</Prefix></CommonPrefixes>`
        : `<Contents><Key>${text(name)}</Key><Size>${this.objects.get(name)!.length}</Size></Contents>`,
    )
    const isCut = page.length < left.length
    const next = isCut ? `<NextContinuationToken>${text(page.at(-1)!)}</NextContinuationToken>` : ''
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(
        `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${s3Keys.bucket}</Name><Prefix>${text(prefix)}</Prefix><IsTruncated>${isCut}</IsTruncated>${next}${body.join('')}</ListBucketResult>`,
      )
  }
}
