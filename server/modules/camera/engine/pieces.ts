import type { Readable } from 'node:stream'

/** Name of a run's folder: when it began, so that names sort as time does. */
export const runName = (at: Date) => at.toISOString().replaceAll(/[-:.]/g, '')
export const runPattern = /^\d{8}T\d{9}Z$/
export const piecePattern = /^(?:init\.mp4|\d{1,9}\.m4s)$/
/** What the pieces of a run begin with, and the list of those that are whole. */
export const [runBeginning, runList] = ['init.mp4', 'run.m3u8']
export const isPiece = (file: string) => file.endsWith('.m4s')

/** A piece that is whole. */
export interface Piece {
  file: string
  startsOn: Date
  endsOn: Date
}
/** The whole pieces that a run's list names (RFC 8216). */
export function piecesIn(list: string): Piece[] {
  const found: Piece[] = []
  let [seconds, at] = [0, Number.NaN]
  for (const line of list.split('\n')) {
    if (line.startsWith('#EXTINF:')) seconds = Number.parseFloat(line.slice(8))
    else if (line.startsWith('#EXT-X-PROGRAM-DATE-TIME:')) at = Date.parse(line.slice(25))
    else if (line && !line.startsWith('#') && Number.isFinite(at)) {
      found.push({
        file: line.trim(),
        startsOn: new Date(at),
        endsOn: new Date(at + seconds * 1000),
      })
      at += seconds * 1000
    }
  }
  return found
}

/** Where a piece lies, below the folder of recordings and in the bucket alike. */
export const pathOf = (tenant: number, camera: number, run: string, file: string) =>
  `${tenant}/${camera}/${run}/${file}`

/** Where pieces go that are not to lie on the disk. Errors: each throws while it does not answer. */
export interface PieceBucket {
  upload(path: string, file: string, type: string): Promise<void>
  /** null: there is none. `size` is the whole piece's. */
  get(
    path: string,
    part?: { start: number; end: number },
  ): Promise<{ stream: Readable; size: number } | null>
  remove(path: string): Promise<void>
  /** What lies directly below a path that ends in a slash or is empty; folders end in a slash. */
  list(path: string): AsyncIterable<string[]>
}
