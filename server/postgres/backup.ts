import { createHash } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { pack, type Pack } from 'tar-stream'

interface BackupOptions {
  socketDir: string
  port?: number
  superuser: string
  dataDir: string
  /** The archive to write; a name ending in .gz or .tgz is compressed. */
  file: string
}

interface BackupSummary {
  bytes: number
  files: number
}

/** What PostgreSQL writes anew at every start, or must not find in a restored cluster. */
const leftOut =
  /^(postmaster\.(pid|opts)|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.+|(.*\/)?pgsql_tmp.*|(.*\/)?pg_internal\.init.*)$/
const blockBytes = 1 << 20

/**
 * One consistent archive of a running data folder: the cluster, the uploads and the secrets.
 * Writers are not
 * stopped; what they finish while it runs is in the archive too, up to about its end.
 */
export async function backup({
  socketDir,
  port = 5432,
  superuser,
  dataDir,
  file,
}: BackupOptions): Promise<BackupSummary> {
  const folder = resolve(dataDir)
  const target = resolve(file)
  const half = `${target}.partial`
  const client = new pg.Client({ host: socketDir, port, user: superuser, database: 'postgres' })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const archive = new Archive()
    const written = createWriteStream(half, { mode: 0o600 })
    const drained = /\.t?gz$/.test(target)
      ? pipeline(archive.pack, createGzip({ level: 1 }), written)
      : pipeline(archive.pack, written)
    await Promise.all([
      drained,
      fill(archive, client, folder).catch((error: Error) => archive.pack.destroy(error)),
    ])
    const handle = await open(half)
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(half, target)
    return { bytes: (await stat(target)).size, files: archive.files }
  } catch (error) {
    await rm(half, { force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function fill(archive: Archive, client: pg.Client, dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  // The slot keeps the write-ahead log that the copy needs; it goes with this connection, whatever
  // happens.
  await client.query(
    `select pg_create_physical_replication_slot('furrow_backup_${process.pid}', true, true)`,
  )
  await client.query(`select pg_backup_start('furrow', true)`)
  const postgres = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim()
  await archive.text(
    'furrow.json',
    JSON.stringify({ format: 1, postgres, at: new Date().toISOString() }),
  )
  // The control file marks where the replay begins: as in PostgreSQL's own tools it comes last.
  await archive.tree(
    cluster,
    'postgres',
    (name) => leftOut.test(name) || name === 'global/pg_control',
  )
  await archive.file(join(cluster, 'global/pg_control'), 'postgres/global/pg_control')
  const { rows } = await client.query<{ labelfile: string; spcmapfile: string }>(
    'select labelfile, spcmapfile from pg_backup_stop(false)',
  )
  await archive.text('postgres/backup_label', rows[0]!.labelfile)
  await archive.tree(
    join(cluster, 'pg_wal'),
    'postgres/pg_wal',
    (name) => name.startsWith('archive_status/') || name.startsWith('summaries/'),
  )
  // Uploads come after the rows that name them: every named file is there.
  await archive.tree(join(dataDir, 'files'), 'files', () => false)
  await archive.file(join(dataDir, 'secrets.json'), 'secrets.json')
  // The last entry tells a complete archive from one that was cut off.
  await archive.text('checksums.json', JSON.stringify(archive.sums))
  archive.pack.finalize()
}

class Archive {
  readonly pack: Pack = pack()
  readonly sums: Record<string, string> = {}
  files = 0

  async text(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text)
    this.sums[name] = createHash('sha256').update(bytes).digest('hex')
    await new Promise<void>((done, fail) =>
      this.pack.entry({ name, size: bytes.length, mode: 0o600 }, bytes, (error) =>
        error ? fail(error) : done(),
      ),
    )
  }

  async tree(
    path: string,
    name: string,
    skips: (inside: string) => boolean,
    inside = '',
  ): Promise<void> {
    let entries: Dirent[]
    try {
      entries = await readdir(join(path, inside), { withFileTypes: true })
    } catch (error) {
      if (isGone(error)) return
      throw error
    }
    await this.folder(join(name, inside))
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = inside ? `${inside}/${entry.name}` : entry.name
      if (skips(below)) continue
      if (entry.isDirectory()) await this.tree(path, name, skips, below)
      else if (entry.isFile()) await this.file(join(path, below), `${name}/${below}`)
      else if (entry.isSymbolicLink())
        throw new Error(
          `${below} leads to ${await readlink(join(path, below))}: data outside the data folder cannot be backed up.`,
        )
    }
  }

  /**
   * A file that shrinks or goes while it is read is completed with zeros: replaying the log repairs
   * it.
   */
  async file(path: string, name: string): Promise<void> {
    const handle = await open(path).catch((error: unknown) => {
      if (isGone(error)) return undefined
      throw error
    })
    if (!handle) return
    try {
      const { size, mtime } = await handle.stat()
      const hash = createHash('sha256')
      const entry = this.pack.entry({ name, size, mtime, mode: 0o600 })
      for (let at = 0; at < size;) {
        const block = Buffer.alloc(Math.min(blockBytes, size - at))
        const { bytesRead } = await handle.read(block, 0, block.length, at)
        const part = bytesRead > 0 ? block.subarray(0, bytesRead) : block
        hash.update(part)
        at += part.length
        if (!entry.write(part)) await new Promise<void>((resume) => entry.once('drain', resume))
      }
      await new Promise<void>((done, fail) => {
        entry.once('finish', done).once('error', fail)
        entry.end(undefined)
      })
      this.sums[name] = hash.digest('hex')
      this.files += 1
    } finally {
      await handle.close()
    }
  }

  private async folder(name: string): Promise<void> {
    await new Promise<void>((done, fail) =>
      this.pack.entry(
        { name: `${name.replace(/\/$/, '')}/`, type: 'directory', mode: 0o700 },
        (error) => (error ? fail(error) : done()),
      ),
    )
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}
