import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'
import { SaxesParser } from 'saxes'
import type { Part } from './store.ts'

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
/** What is asked of any S3-compatible service. Errors: each throws when it refuses or is not there. */
export interface Bucket {
  /**
   * Stores a copy of the file at `path`, in one piece; there are all of its bytes, or none. `owner`:
   * whose it is, noted with it.
   */
  upload(key: string, path: string, type: string, owner?: string | null): Promise<void>
  /** Who noted themselves as its owner, and when it was stored; null: there is none. */
  about(key: string): Promise<{ owner: string | null; at: number } | null>
  /** null: there is none. `size` is the whole object's; of a part both ends are included. */
  get(key: string, part?: Part): Promise<{ stream: Readable; size: number } | null>
  /** One that is not there is fine. */
  remove(key: string): Promise<void>
  /**
   * Names directly below a prefix that ends in a slash, a page of the service at a time; folders end
   * in a slash.
   */
  list(prefix: string): AsyncIterable<string[]>
}

/** Ms in which a question is answered, and in which a file is taken. */
const [answerMs, uploadMs] = [20_000, 120_000]
/** Names that a page has at most, as services have it too. */
const pageSize = 1000

const ownerHeader = 'x-amz-meta-furrow'

/** A service addressed by path. */
export function s3Bucket(s: S3Settings): Bucket {
  const client = new AwsClient({
    accessKeyId: s.accessKeyId,
    secretAccessKey: s.secretAccessKey,
    region: s.region,
    service: 's3',
    retries: 2,
  })
  const root = `${s.endpoint}/${s.bucket}`
  const refuse = ({ status }: Response) => new Error(`the object store answered ${status}`)
  /** Errors: throws where nothing is answered in time; what comes afterwards may take longer. */
  const ask = async (address: string, init: RequestInit = {}): Promise<Response> => {
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error('the object store is silent')), answerMs)
    return client
      .fetch(address, { ...init, signal: late.signal })
      .finally(() => clearTimeout(timer))
  }
  return {
    async upload(key, path, type, owner) {
      const { size } = await stat(path)
      const request = await client.sign(`${root}/${key}`, {
        method: 'PUT',
        headers: {
          'content-type': type,
          'content-length': String(size),
          ...(owner && { [ownerHeader]: owner }),
          'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        },
      })
      const response = await fetch(request.url, {
        method: 'PUT',
        headers: request.headers,
        body: Readable.toWeb(createReadStream(path)) as ReadableStream,
        duplex: 'half',
        signal: AbortSignal.timeout(uploadMs),
      } as RequestInit)
      await response.body?.cancel()
      if (!response.ok) throw refuse(response)
    },
    async about(key) {
      const response = await ask(`${root}/${key}`, { method: 'HEAD' })
      if (response.status === 404) return null
      if (!response.ok) throw refuse(response)
      const at = Date.parse(response.headers.get('last-modified') ?? '')
      return { owner: response.headers.get(ownerHeader), at: Number.isNaN(at) ? Infinity : at }
    },
    async get(key, part) {
      const response = await ask(
        `${root}/${key}`,
        part && { headers: { range: `bytes=${part.start}-${part.end}` } },
      )
      if (response.status === 404) {
        await response.body?.cancel()
        return null
      }
      if (!response.ok || !response.body) throw refuse(response)
      const size = Number(
        response.headers.get('content-range')?.split('/')[1] ??
          response.headers.get('content-length') ??
          0,
      )
      return { stream: Readable.fromWeb(response.body as never), size }
    },
    async remove(key) {
      const response = await ask(`${root}/${key}`, { method: 'DELETE' })
      await response.body?.cancel()
      if (!response.ok && response.status !== 404) throw refuse(response)
    },
    async *list(prefix) {
      let token = ''
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          delimiter: '/',
          'max-keys': String(pageSize),
          prefix,
          ...(token && { 'continuation-token': token }),
        })
        const response = await ask(`${root}?${query}`)
        if (!response.ok) throw refuse(response)
        const page = readPage(await response.text())
        yield page.names
          .filter((name) => name.startsWith(prefix) && name !== prefix)
          .map((name) => name.slice(prefix.length))
        token = page.next
      } while (token)
    },
  }
}

/** A page of names and, where there are more, what the next is asked with. Errors: throws on no XML. */
function readPage(text: string): { names: string[]; next: string } {
  const parser = new SaxesParser()
  const page = { names: [] as string[], next: '' }
  const open: string[] = []
  let said = ''
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    open.push(name)
    said = ''
  })
  parser.on('text', (piece) => {
    said += piece
  })
  parser.on('closetag', () => {
    const path = open.slice(1).join('/')
    if (path === 'Contents/Key' || path === 'CommonPrefixes/Prefix') page.names.push(said)
    if (path === 'NextContinuationToken') page.next = said
    open.pop()
    said = ''
  })
  parser.write(text).close()
  return page
}
