import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { rows, type Database } from '#server/db/database.ts'
import { ffmpegCutter, type Cutter } from './cutter.ts'
import { ffmpegFile } from './ffmpeg.ts'
import { piecesIn, runList, runName } from './pieces.ts'
import { isForAlarms, Segments, type Wanted } from './segments.ts'
import type { StreamKey, Streams } from './streams.ts'

interface Recording {
  wanted: Wanted
  run: string
  folder: string
  /** null: nothing has come yet. */
  cutter: Cutter | null
  leave(): void
  /** Pieces of this run that the index knows of. */
  noted: number
  beganAt: number
}
/** What a bench that lets time run fast puts in its place. */
interface RecorderDeps {
  /** Ms since 1970. */
  now(): number
  cutter(folder: string): Cutter
}
const usualDeps: RecorderDeps = { now: () => Date.now(), cutter: ffmpegCutter }
const lookMs = 3000
/** Ms in which the last piece is written. */
const lastPieceMs = 3000
/** Ms after which a camera that did not send is asked again. */
const againMs = 30_000
/** A run is begun anew after so long, so that its list stays short. */
const runMs = 60 * 60_000

/**
 * Keeps what chosen cameras show: one pull shared with those who watch, cut into pieces on the disk,
 * each noted in the index once it is whole.
 */
export class Recorder {
  readonly #db: Database
  readonly #index: Segments
  readonly #deps: RecorderDeps
  readonly #streams: Streams
  readonly #root: string
  readonly #clarityOf: (tenant: number, camera: number) => Promise<StreamKey['clarity']>
  readonly #process = randomUUID()
  readonly #recordings = new Map<string, Recording>()
  /** Those that write their last piece. */
  readonly #ending = new Set<Promise<void>>()
  /** When a camera that did not send is asked again. */
  readonly #laterAt = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #looking: Promise<void> = Promise.resolve()
  constructor(
    db: Database,
    streams: Streams,
    root: string,
    clarityOf: (tenant: number, camera: number) => Promise<StreamKey['clarity']>,
    deps: RecorderDeps = usualDeps,
  ) {
    this.#db = db
    this.#index = new Segments(db)
    this.#deps = deps
    this.#streams = streams
    this.#root = root
    this.#clarityOf = clarityOf
  }
  get size(): number {
    return this.#recordings.size
  }
  start(): void {
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.look()).catch(() => undefined)
    }, lookMs)
    this.#timer.unref()
  }
  /** One round: begins and ends what is due, and notes what has become whole. */
  async look(): Promise<void> {
    if (this.#deps.cutter === ffmpegCutter && !ffmpegFile()) return
    const wanted = await this.#db.platform((tx) =>
      rows<Wanted>(
        tx,
        sql`select tenant_id, camera_id, record_mode, record_before from furrow_cameras_to_record(${this.#process})`,
      ),
    )
    const names = new Map(wanted.map((one) => [`${one.tenantId}/${one.cameraId}`, one]))
    for (const [name, recording] of this.#recordings) {
      // What cannot be noted now is noted later, and keeps no other camera waiting.
      await this.#note(recording).catch(() => undefined)
      const now = names.get(name)
      const isOld = this.#deps.now() - recording.beganAt > runMs
      if (!now || isOld || now.recordMode !== recording.wanted.recordMode) this.#end(name)
    }
    for (const [name, one] of names)
      if (!this.#recordings.has(name) && (this.#laterAt.get(name) ?? 0) < this.#deps.now())
        await this.#begin(name, one)
  }
  async #begin(name: string, wanted: Wanted): Promise<void> {
    const { tenantId: tenant, cameraId: camera } = wanted
    const now = this.#deps.now()
    this.#laterAt.set(name, now + againMs)
    const clarity = await this.#clarityOf(tenant, camera).catch(() => null)
    if (!clarity) return
    const run = runName(new Date(now))
    const folder = join(this.#root, String(tenant), String(camera), run)
    const recording: Recording = {
      wanted,
      run,
      folder,
      cutter: null,
      leave: () => undefined,
      noted: 0,
      beganAt: now,
    }
    this.#recordings.set(name, recording)
    try {
      recording.leave = this.#streams.join(
        { tenant, camera, clarity },
        {
          take: (bytes) => {
            recording.cutter ??= this.#write(name, recording)
            recording.cutter.take(bytes)
          },
          close: () => this.#end(name),
        },
      )
    } catch {
      this.#end(name)
    }
  }
  #write(name: string, recording: Recording): Cutter {
    const cutter = this.#deps.cutter(recording.folder)
    const ended = cutter.closed.then(() => {
      if (this.#recordings.get(name) === recording) this.#end(name)
      // What could not be noted is found when index and disk are made to agree.
      return this.#note(recording).catch(() => undefined)
    })
    this.#ending.add(ended)
    ended.then(
      () => this.#ending.delete(ended),
      () => undefined,
    )
    this.#laterAt.delete(name)
    return cutter
  }
  #end(name: string): void {
    const recording = this.#recordings.get(name)
    if (!recording) return
    this.#recordings.delete(name)
    recording.leave()
    // It writes the last piece when nothing more comes.
    recording.cutter?.end()
  }
  async #note(recording: Recording): Promise<void> {
    const { wanted, run, folder } = recording
    const from = recording.noted
    const list = await readFile(join(folder, runList), 'utf8').catch(() => '')
    const pieces = piecesIn(list).slice(from)
    if (pieces.length === 0 && !isForAlarms(wanted)) return
    const sized = await Promise.all(
      pieces.map(async (piece) => ({
        ...piece,
        bytes: await stat(join(folder, piece.file)).then(
          ({ size }) => size,
          () => null,
        ),
      })),
    )
    await this.#index.note(
      wanted,
      run,
      sized.flatMap((piece) => (piece.bytes === null ? [] : [{ ...piece, bytes: piece.bytes }])),
    )
    recording.noted = from + pieces.length
  }
  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer)
    await this.#looking
    const cutters = [...this.#recordings.values()].map(({ cutter }) => cutter)
    for (const name of this.#recordings.keys()) this.#end(name)
    await Promise.race([
      Promise.all(this.#ending),
      new Promise((done) => setTimeout(done, lastPieceMs)),
    ])
    for (const cutter of cutters) cutter?.stop()
    await this.#db
      .platform((tx) => rows(tx, sql`select furrow_recorder_gone(${this.#process})`))
      .catch(() => undefined)
  }
}
