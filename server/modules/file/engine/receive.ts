import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { HttpError } from '#server/db/http-error.ts'

/**
 * Bytes as they come, to disk, counted and hashed on the way; nothing waits in memory. Errors: 413
 * above `most`.
 */
export async function receive(
  source: NodeJS.ReadableStream,
  path: string,
  most: number,
): Promise<{ size: number; sha256: string }> {
  const hash = createHash('sha256')
  let size = 0
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      hash.update(chunk)
      if (size > most)
        done(
          new HttpError(413, 'error.upload.multipartSize', { params: { max: most / 1024 / 1024 } }),
        )
      else done(null, chunk)
    },
  })
  await pipeline(source, meter, createWriteStream(path))
  return { size, sha256: hash.digest('hex') }
}
