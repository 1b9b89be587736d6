import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ffmpegFile, startFfmpeg, type Running } from './ffmpeg.ts'
import { CameraFault } from './source.ts'
import { nameOf, type StreamKey, type Streams } from './streams.ts'

const pieceSeconds = 1
const shownPieces = 4
/** Ms after the last request at which nobody counts as watching. */
const idleMs = 12_000
/** Ms until the first piece must be there. */
const firstMs = 15_000
const playlist = 'live.m3u8'
const args = (folder: string) => [
  ...'-fflags nobuffer -analyzeduration 500000 -f flv -i pipe:0 -c copy -f hls -hls_segment_type fmp4'.split(
    ' ',
  ),
  '-hls_time',
  String(pieceSeconds),
  '-hls_list_size',
  String(shownPieces),
  '-hls_flags',
  'delete_segments+independent_segments+omit_endlist',
  '-hls_segment_filename',
  join(folder, '%d.m4s'),
  join(folder, playlist),
]
const pieceName = /^(?:live\.m3u8|init\.mp4|\d{1,9}\.m4s)$/

interface Cutting {
  folder: string
  running: Running
  leave(): void
  idle: NodeJS.Timeout
  fault: CameraFault | null
}
/** Streams cut into pieces of fragmented MP4, for players that have nothing better. */
export class Pieces {
  readonly #streams: Streams
  readonly #cuttings = new Map<string, Cutting>()
  constructor(streams: Streams) {
    this.#streams = streams
  }
  get size(): number {
    return this.#cuttings.size
  }
  /** A piece, or the list of them. Errors: `CameraFault`; null: there is no such piece (any more). */
  async piece(key: StreamKey, name: string): Promise<Buffer | null> {
    if (!pieceName.test(name)) return null
    const id = nameOf(key)
    const cutting = this.#cuttings.get(id) ?? this.#begin(id, key)
    cutting.idle.refresh()
    const until = Date.now() + firstMs
    for (;;) {
      const found = await readFile(join(cutting.folder, name)).catch(() => null)
      if (found || name !== playlist) return found
      if (cutting.fault || this.#cuttings.get(id) !== cutting)
        throw cutting.fault ?? new CameraFault('no_stream')
      if (Date.now() > until) throw new CameraFault('no_stream', 'nothing came')
      await new Promise((done) => setTimeout(done, 60))
    }
  }
  #begin(id: string, key: StreamKey): Cutting {
    if (!ffmpegFile()) throw new CameraFault('no_ffmpeg')
    const folder = mkdtempSync(join(tmpdir(), 'furrow-live-'))
    const running = startFfmpeg(args(folder))
    const end = (fault: CameraFault | null) => {
      if (this.#cuttings.get(id) === cutting) this.#cuttings.delete(id)
      cutting.fault ??= fault
      clearTimeout(cutting.idle)
      cutting.leave()
      running.stop()
    }
    const cutting: Cutting = {
      folder,
      running,
      leave: () => undefined,
      idle: setTimeout(() => end(null), idleMs),
      fault: null,
    }
    cutting.idle.unref()
    this.#cuttings.set(id, cutting)
    running.child.on('close', () => {
      end(new CameraFault('no_stream', running.complaint()))
      rmSync(folder, { recursive: true, force: true })
    })
    try {
      cutting.leave = this.#streams.join(key, {
        take: (bytes) => {
          running.child.stdin!.write(bytes)
        },
        close: (fault) => end(fault),
      })
    } catch (error) {
      end(error as CameraFault)
      throw error
    }
    return cutting
  }
  stop(): void {
    for (const { running } of this.#cuttings.values()) running.stop()
  }
}
