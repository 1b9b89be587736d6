import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { startFfmpeg } from './ffmpeg.ts'
import { runList } from './pieces.ts'

/** Cuts a stream into pieces in a folder; a list there names each once it is whole. */
export interface Cutter {
  /** Takes the stream as FLV, in order. */
  take(bytes: Buffer): void
  /** Nothing more comes: writes the last piece, and closes. */
  end(): void
  /** Ends it at once. */
  stop(): void
  /** Resolves when nothing is written any more. */
  closed: Promise<void>
}
/** Length of a piece, in seconds. */
const pieceSeconds = 6
const args = (folder: string) => [
  ...'-fflags nobuffer -analyzeduration 500000 -f flv -i pipe:0 -c copy -f hls'.split(' '),
  '-hls_segment_type',
  'fmp4',
  '-hls_time',
  String(pieceSeconds),
  '-hls_list_size',
  '0',
  '-hls_flags',
  'program_date_time+independent_segments+temp_file',
  '-hls_segment_filename',
  join(folder, '%d.m4s'),
  join(folder, runList),
]

/** Cuts without encoding. Errors: throws where there is no ffmpeg. */
export function ffmpegCutter(folder: string): Cutter {
  mkdirSync(folder, { recursive: true })
  const { child, stop } = startFfmpeg(args(folder))
  return {
    take(bytes) {
      child.stdin!.write(bytes)
    },
    end() {
      child.stdin!.end()
    },
    stop,
    closed: new Promise((done) => {
      child.on('close', () => done())
    }),
  }
}
