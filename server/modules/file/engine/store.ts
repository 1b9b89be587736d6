import { createHmac } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { s3Bucket, type Bucket, type S3Settings } from './bucket.ts'

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
      await rename(path, place(key)).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        // Scratch space is often another disk: it is copied beside its place, so that nobody reads half of it.
        const part = `${place(key)}.part`
        await copyFile(path, part)
        await rename(part, place(key))
        await rm(path, { force: true })
      })
    },
    async get(key, part) {
      const found = await stat(place(key)).catch(() => null)
      return found ? { stream: createReadStream(place(key), part), size: found.size } : null
    },
    remove: (key) => rm(place(key), { force: true }),
  }
}

/** Any S3-compatible service; what is stored says whose it is. */
export interface BucketStore extends FileStore {
  bucket: Bucket
  owner: string
}
/** What an installation is called in a bucket that it may share with others; says nothing of its secret. */
const ownerOf = (secret: string) =>
  createHmac('sha256', secret).update('files in a bucket').digest('hex').slice(0, 32)
/** `secret`: the installation's. Errors: throws with its status when it refuses. */
export function s3Store(settings: S3Settings, secret: string): BucketStore {
  const bucket = s3Bucket(settings)
  const owner = ownerOf(secret)
  return {
    bucket,
    owner,
    async put(key, path, type) {
      await bucket.upload(key, path, type, owner)
      await rm(path, { force: true })
    },
    get: bucket.get,
    remove: bucket.remove,
  }
}
