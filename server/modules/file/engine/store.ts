import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { AwsClient } from 'aws4fetch'

export interface Part {
  start: number
  end: number
}
/** Where uploaded bytes live. Keys are ours: `<tenant>/<hash>.<ext>`. */
export interface FileStore {
  /** Takes a finished file from `path`, which is gone afterwards. */
  put(key: string, path: string, type: string): Promise<void>
  /**
   * null when there is none. `size` is the whole file's; of a part, first and last byte are both
   * included.
   */
  get(key: string, part?: Part): Promise<{ stream: Readable; size: number } | null>
  /** One that is not there is fine. */
  remove(key: string): Promise<void>
}

export function diskStore(folder: string): FileStore {
  const place = (key: string) => join(folder, key)
  return {
    async put(key, path) {
      await mkdir(dirname(place(key)), { recursive: true })
      await rename(path, place(key))
    },
    async get(key, part) {
      const found = await stat(place(key)).catch(() => null)
      return found ? { stream: createReadStream(place(key), part), size: found.size } : null
    },
    remove: (key) => rm(place(key), { force: true }),
  }
}

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
/** Any S3-compatible service, addressed by path. Errors: throws with its status when it refuses. */
export function s3Store(s: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: s.accessKeyId,
    secretAccessKey: s.secretAccessKey,
    region: s.region,
    service: 's3',
    retries: 2,
  })
  const address = (key: string) => `${s.endpoint}/${s.bucket}/${key}`
  return {
    async put(key, path, type) {
      const { size } = await stat(path)
      const request = await client.sign(address(key), {
        method: 'PUT',
        headers: {
          'content-type': type,
          'content-length': String(size),
          'x-amz-content-sha256': 'UNSIGNED-PAYLOAD',
        },
      })
      const response = await fetch(request.url, {
        method: 'PUT',
        headers: request.headers,
        body: Readable.toWeb(createReadStream(path)) as ReadableStream,
        duplex: 'half',
      } as RequestInit)
      if (!response.ok) throw new Error(`the object store answered ${response.status}`)
      await rm(path, { force: true })
    },
    async get(key, part) {
      const response = await client.fetch(
        address(key),
        part && { headers: { range: `bytes=${part.start}-${part.end}` } },
      )
      if (response.status === 404) return null
      if (!response.ok || !response.body)
        throw new Error(`the object store answered ${response.status}`)
      const size = Number(
        response.headers.get('content-range')?.split('/')[1] ??
          response.headers.get('content-length') ??
          0,
      )
      return { stream: Readable.fromWeb(response.body as never), size }
    },
    async remove(key) {
      const response = await client.fetch(address(key), { method: 'DELETE' })
      if (!response.ok && response.status !== 404)
        throw new Error(`the object store answered ${response.status}`)
    },
  }
}
