import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { extract } from 'tar-stream'
import { DataFolderInUse, holderOf } from './folder-lock.ts'

interface RestoreOptions {
  file: string
  dataDir: string
}

/** Unpacks a backup into an empty data folder; the next start replays the log and is ready. */
export async function restore({ file, dataDir }: RestoreOptions): Promise<void> {
  const folder = resolve(dataDir)
  const holder = await holderOf(folder)
  if (holder !== undefined) throw new DataFolderInUse(folder, holder)
  const there = await readdir(folder).catch(() => [])
  if (there.length > 0)
    throw new Error(
      `The data folder ${folder} is not empty: move it away first, or set DATA_DIR to a new folder.`,
    )

  const half = join(dirname(folder), `.${basename(folder)}.restoring`)
  await rm(half, { recursive: true, force: true })
  await mkdir(half, { recursive: true, mode: 0o700 })
  try {
    await unpack(file, half)
    // Renaming onto an empty folder replaces it, and fails should anything have come in.
    await rename(half, folder)
  } catch (error) {
    await rm(half, { recursive: true, force: true })
    throw error
  }
}

async function unpack(file: string, folder: string): Promise<void> {
  const sums: Record<string, string> = {}
  let wanted: Record<string, string> | undefined
  let isOurs = false
  const archive = extract()
  const read = pipeline(
    createReadStream(file),
    (await isZipped(file)) ? createGunzip() : new PassThrough(),
    archive,
  )
  // The loop below reports the same failure; this only keeps it from being unhandled.
  read.catch(() => undefined)
  try {
    for await (const entry of archive) {
      const { name, type } = entry.header
      if (!isOurs && name !== 'furrow.json') break
      isOurs = true
      if (type === 'directory') {
        await mkdir(inside(folder, name), { recursive: true, mode: 0o700 })
        entry.resume()
      } else if (name === 'furrow.json' || name === 'checksums.json') {
        const chunks: Buffer[] = []
        for await (const chunk of entry) chunks.push(chunk as Buffer)
        const text = Buffer.concat(chunks)
        if (name === 'checksums.json')
          wanted = JSON.parse(text.toString('utf8')) as Record<string, string>
        else sums[name] = createHash('sha256').update(text).digest('hex')
      } else {
        const path = inside(folder, name)
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        const hash = createHash('sha256')
        const hashing = new Transform({
          transform(chunk: Buffer, _encoding, next) {
            hash.update(chunk)
            next(null, chunk)
          },
        })
        await pipeline(entry, hashing, createWriteStream(path, { mode: 0o600, flush: true }))
        sums[name] = hash.digest('hex')
      }
    }
    if (isOurs) await read
  } catch (error) {
    throw new Error(
      `${file} is cut off or damaged; nothing was restored (${(error as Error).message}).`,
    )
  }
  if (!isOurs) throw new Error(`${file} is not a backup made by Furrow.`)
  if (!wanted) throw new Error(`${file} is cut off; nothing was restored.`)
  const damaged = Object.keys(wanted).find((name) => wanted[name] !== sums[name])
  if (damaged) throw new Error(`${damaged} in ${file} is damaged; nothing was restored.`)
}

function inside(folder: string, name: string): string {
  if (!/^(postgres\/|files\/|secrets\.json$)/.test(name) || name.split('/').includes('..'))
    throw new Error(`unexpected entry ${name}`)
  return join(folder, name)
}

async function isZipped(file: string): Promise<boolean> {
  const handle = await open(file)
  try {
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, 0)
    return buffer[0] === 0x1f && buffer[1] === 0x8b
  } finally {
    await handle.close()
  }
}
