import { open, readdir, rm, rmdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Database } from '#server/db/database.ts'
import { rangeOf, type ByteRange } from '#server/http/byte-range.ts'
import { isPiece, pathOf, runBeginning, type PieceBucket } from './pieces.ts'
import { places, Segments, type Segment } from './segments.ts'

/** Of the disk: what has to stay free, as a share and in bytes. */
const leastFree = { share: 0.04, bytes: 1_000_000_000 }
const oldestAtOnce = 50
/** Rounds of what is due in one go, each of some thousands. */
const mostRounds = 20
/** Objects that are removed at a time. */
const removedAtOnce = 8
/** Ms after which nobody writes a folder any more. */
const usualYoungMs = 60_000

/** Why the oldest had to go before its time. */
type Lack = 'disk' | 'bucket'
interface RecordedOptions {
  /** Where pieces of the index's second place lie; null: there is none. */
  bucket: PieceBucket | null
  /** Bytes that may wait for the bucket on the disk; null: nothing waits for it. */
  mostWaitingBytes: number | null
  /** Told when the oldest went before their time. */
  told(removed: readonly Segment[], lack: Lack): void
  youngMs?: number
}
interface OpenedPiece {
  stream: Readable
  /** Of the whole piece. */
  size: number
  part: ByteRange | null
}

/** Recordings as they lie on the disk and in the bucket, and their index. */
export class Recorded {
  readonly root: string
  readonly index: Segments
  readonly options: RecordedOptions
  readonly #youngMs: number
  constructor(db: Database, root: string, options: RecordedOptions) {
    this.index = new Segments(db)
    this.root = root
    this.options = options
    this.#youngMs = options.youngMs ?? usualYoungMs
  }
  fileOf(tenant: number, camera: number, run: string, file: string): string {
    return join(this.root, pathOf(tenant, camera, run, file))
  }
  /**
   * A piece or the part of it that `range` asks for, wherever it lies. null: there is none; 'none':
   * no such part. Errors: throws while the bucket does not answer.
   */
  async open(
    tenant: number,
    camera: number,
    run: string,
    file: string,
    range?: string,
  ): Promise<OpenedPiece | 'none' | null> {
    const here = await open(this.fileOf(tenant, camera, run, file)).catch(() => null)
    if (here) {
      const { size } = await here.stat()
      const part = rangeOf(range, size)
      if (part === 'none') {
        await here.close()
        return part
      }
      // It may go to the bucket meanwhile: what is open is read to its end.
      return { stream: here.createReadStream(part ?? {}), size, part }
    }
    const { bucket } = this.options
    if (!bucket) return null
    // A run's beginning is in no index, and comes whole.
    const known =
      range && isPiece(file) ? await this.index.bytesOf(tenant, camera, run, file) : null
    const part = known === null ? null : rangeOf(range, known)
    if (part === 'none') return part
    const found = await bucket.get(pathOf(tenant, camera, run, file), part ?? undefined)
    return found && { ...found, part }
  }
  /** Removes what is due. What the bucket does not let go of stays known, and goes later. */
  async prune(): Promise<void> {
    for (let round = 0; round < mostRounds; round++) {
      const due = await this.index.due()
      if (due.length === 0 || !(await this.remove(due))) break
    }
    await this.#makeRoom('disk', () => this.#isFull())
    const { mostWaitingBytes } = this.options
    if (mostWaitingBytes !== null)
      await this.#makeRoom(
        'bucket',
        async () => (await this.index.waitingBytes()) > mostWaitingBytes,
      )
  }
  /** Removes the oldest on the disk for as long as something is lacking. */
  async #makeRoom(lack: Lack, isLacking: () => Promise<boolean>): Promise<void> {
    const removed: Segment[] = []
    while (await isLacking()) {
      const oldest = await this.index.oldest(oldestAtOnce)
      if (oldest.length === 0) break
      await this.remove(oldest)
      removed.push(...oldest)
    }
    if (removed.length > 0) this.options.told(removed, lack)
  }
  async #isFull(): Promise<boolean> {
    const found = await statfs(this.root).catch(() => null)
    if (!found) return false
    const free = found.bavail * found.bsize
    return free < leastFree.bytes && free < found.blocks * found.bsize * leastFree.share
  }
  /**
   * Forgets and removes pieces: from the index first on the disk, where leftovers are found, and from
   * the bucket first where they lie there. Answers whether all of them are gone.
   */
  async remove(all: readonly Segment[]): Promise<boolean> {
    const here = all.filter(({ place }) => place === places.disk)
    await this.index.forget(here)
    for (const { tenantId, cameraId, run, file } of here)
      await rm(this.fileOf(tenantId, cameraId, run, file), { force: true })
    const there = all.filter(({ place }) => place === places.bucket)
    const gone = await this.#clear(there)
    await this.index.forget(gone)
    const runs = new Map(
      [...here, ...gone].map((one) => [`${one.tenantId}/${one.cameraId}/${one.run}`, one]),
    )
    for (const one of runs.values()) await this.#leaveEmpty(one)
    return gone.length === there.length
  }
  /** Removes from the bucket until it refuses; answers what is gone. */
  async #clear(there: readonly Segment[]): Promise<Segment[]> {
    const { bucket } = this.options
    // Nobody reaches what lies in a bucket that is set no more.
    if (!bucket) return [...there]
    const gone: Segment[] = []
    for (let at = 0; at < there.length; at += removedAtOnce) {
      const some = there.slice(at, at + removedAtOnce)
      const done = await Promise.allSettled(
        some.map((one) => bucket.remove(pathOf(one.tenantId, one.cameraId, one.run, one.file))),
      )
      gone.push(...some.filter((_, i) => done[i]!.status === 'fulfilled'))
      if (gone.length < at + some.length) break
    }
    return gone
  }
  /** A run without pieces needs no beginning, in neither place. */
  async #leaveEmpty({ tenantId, cameraId, run }: Segment): Promise<void> {
    await this.leaveFolder(join(this.root, String(tenantId), String(cameraId), run))
    const { bucket } = this.options
    if (!bucket || (await this.index.ofRun(tenantId, cameraId, run)).length > 0) return
    // What it does not let go of now is found when index and bucket are made to agree.
    await bucket.remove(pathOf(tenantId, cameraId, run, runBeginning)).catch(() => undefined)
  }
  /** Removes a run's folder that has no pieces, unless it is being written. */
  async leaveFolder(folder: string): Promise<void> {
    const left = await readdir(folder).catch(() => null)
    if (!left || left.some(isPiece) || (await this.isYoung(folder))) return
    await rm(folder, { recursive: true, force: true })
    await rmdir(join(folder, '..')).catch(() => undefined)
  }
  /** Whether somebody may be writing a folder at this moment. */
  isYoung(folder: string): Promise<boolean> {
    return stat(folder).then(
      ({ mtimeMs }) => Date.now() - Math.floor(mtimeMs) < this.#youngMs,
      () => true,
    )
  }
}
