import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { appendFile, open, readdir, readFile, rename, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Cutter } from '#server/modules/camera/engine/cutter.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { runBeginning, runList } from '#server/modules/camera/engine/pieces.ts'

/** Length of a piece, in ms. */
export const pieceMs = 6000
const run = promisify(execFile)

/** Real pieces of fragmented MP4, made once. */
interface MadePieces {
  beginning: Buffer
  pieces: Buffer[]
}
export async function makePieces(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const args =
    '-y -v error -f lavfi -i testsrc=size=160x90:rate=5:duration=60 -c:v libx264 -preset ultrafast -g 30 -keyint_min 30 -pix_fmt yuv420p -f hls -hls_segment_type fmp4 -hls_time 6 -hls_list_size 0'
  await run(ffmpegFile()!, [
    ...args.split(' '),
    '-hls_segment_filename',
    join(folder, '%d.m4s'),
    join(folder, 'all.m3u8'),
  ])
}
export async function readPieces(folder: string): Promise<MadePieces> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.m4s')).toSorted()
  return {
    beginning: await readFile(join(folder, runBeginning)),
    pieces: await Promise.all(names.map((name) => readFile(join(folder, name)))),
  }
}

/**
 * Writes pieces as ffmpeg does (each beside its place, then renamed, then named by the list), whenever
 * it is told that one's time has passed.
 */
export class FedCutter implements Cutter {
  readonly #folder: string
  readonly #made: MadePieces
  readonly #padTo: number
  readonly #close: () => void
  readonly closed: Promise<void>
  #lines: string[] = []
  isOver = false
  /** `padTo`: bytes that each piece is brought to by a box of nothing, which needs no room. */
  constructor(folder: string, made: MadePieces, padTo: number) {
    this.#folder = folder
    this.#made = made
    this.#padTo = padTo
    const { promise, resolve } = deferred()
    this.closed = promise
    this.#close = resolve
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, runBeginning), made.beginning)
  }
  take(): void {
    // Pieces come by the clock.
  }
  end(): void {
    this.isOver = true
    this.#close()
  }
  stop(): void {
    this.end()
  }
  get folder(): string {
    return this.#folder
  }
  /** Writes the piece that begins at `from`; answers its name and size. */
  async cut(from: number): Promise<{ file: string; bytes: number }> {
    const number = this.#lines.length
    const file = `${number}.m4s`
    const bytes = this.#made.pieces[number % this.#made.pieces.length]!
    const path = join(this.#folder, file)
    await writeFile(`${path}.tmp`, bytes.subarray(0, bytes.length >> 1))
    await appendFile(`${path}.tmp`, bytes.subarray(bytes.length >> 1))
    const pad = this.#padTo - bytes.length
    if (pad >= 8) {
      const head = Buffer.alloc(8)
      head.writeUInt32BE(pad)
      head.write('free', 4, 'latin1')
      await appendFile(`${path}.tmp`, head)
      await truncate(`${path}.tmp`, this.#padTo)
    }
    await rename(`${path}.tmp`, path)
    this.#lines.push(
      `#EXTINF:${(pieceMs / 1000).toFixed(6)},\n#EXT-X-PROGRAM-DATE-TIME:${new Date(from).toISOString()}\n${file}\n`,
    )
    const list = join(this.#folder, runList)
    await writeFile(`${list}.tmp`, ['#EXTM3U\n#EXT-X-VERSION:7\n', ...this.#lines].join(''))
    await rename(`${list}.tmp`, list)
    return { file, bytes: Math.max(bytes.length, pad >= 8 ? this.#padTo : 0) }
  }
}
function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => undefined as void
  const promise = new Promise<void>((done) => (resolve = done))
  return { promise, resolve }
}

/** Whether a piece is whole: its boxes end where it does, and a fragment with its data is among them. */
export async function isWhole(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(16)
    const types: string[] = []
    let at = 0
    while (at < size) {
      const { bytesRead } = await file.read(head, 0, 16, at)
      if (bytesRead < 8) return false
      types.push(head.toString('latin1', 4, 8))
      const short = head.readUInt32BE(0)
      const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short
      if (length < 8) return false
      at += length
    }
    return at === size && types.includes('moof') && types.includes('mdat')
  } finally {
    await file.close()
  }
}
/** What ffmpeg complains of in a piece with its run's beginning; '' where it decodes. */
export async function complaint(folder: string, file: string, scratch: string): Promise<string> {
  const film = join(scratch, 'film.mp4')
  await writeFile(
    film,
    Buffer.concat([await readFile(join(folder, runBeginning)), await readFile(join(folder, file))]),
  )
  const { stderr } = await run(ffmpegFile()!, ['-v', 'error', '-i', film, '-f', 'null', '-'])
  return stderr
}
