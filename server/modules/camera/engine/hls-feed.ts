import { createDecipheriv } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Answered, type Outgoing } from '#server/http/outgoing.ts'
import { fullestOf, readList, type Part, type Piece, type PieceList } from './hls-list.ts'
import { CameraFault, type CameraFaultCode, type Feed } from './source.ts'

/** Of the end of a live list, so many pieces are taken at first. */
const behind = 3
const mostListBytes = 1024 * 1024
const mostPieceBytes = 32 * 1024 * 1024
const mostKeyBytes = 1024
const refusals: Readonly<Record<number, CameraFaultCode>> = {
  401: 'refused',
  403: 'refused',
  404: 'not_found',
}

function decrypted(bytes: Buffer, key: Buffer, iv: Buffer): Buffer {
  const cipher = createDecipheriv('aes-128-cbc', key, iv)
  try {
    return Buffer.concat([cipher.update(bytes), cipher.final()])
  } catch {
    throw new CameraFault('no_stream', 'not encrypted with the key of its list')
  }
}

/**
 * The bytes of a stream that is given as a list of pieces, one after the other, for as long as it
 * goes on. Every address that the list names is called as any other: ffmpeg, which would fetch them
 * itself, asks nobody whether it may. Errors: `CameraFault`.
 */
export async function* piecesOf(
  { url, headers = {} }: Feed,
  outgoing: Outgoing,
): AsyncGenerator<Buffer> {
  const { origin } = new URL(url)
  const fetched = async (
    address: string,
    most: number,
    range: Part['range'] = null,
  ): Promise<Buffer> => {
    // An account is that of the host it was entered with.
    const own = {
      ...(new URL(address).origin === origin ? headers : {}),
      ...(range && { range: `bytes=${range.from}-${range.from + range.length - 1}` }),
    }
    const { status, body } = await ask('GET', address, null, own, outgoing, most).catch(
      (error: unknown): Answered => {
        throw new CameraFault('unreachable', error instanceof Error ? error.message : '')
      },
    )
    if (status === 206 && body.length === range?.length) return body
    if (status !== 200) throw new CameraFault(refusals[status] ?? 'no_stream', `HTTP ${status}`)
    // A server that knows no ranges gives the whole of it.
    return range ? body.subarray(range.from, range.from + range.length) : body
  }
  /** The key that was used last: pieces share one. */
  let known: { url: string; bytes: Buffer } | null = null
  const keyAt = async (address: string): Promise<Buffer> => {
    if (known?.url !== address) {
      const bytes = await fetched(address, mostKeyBytes)
      if (bytes.length !== 16) throw new CameraFault('no_stream', 'a key that is none')
      known = { url: address, bytes }
    }
    return known.bytes
  }
  const read = async ({ url: address, range, key }: Part): Promise<Buffer> => {
    const bytes = await fetched(address, mostPieceBytes, range)
    return key ? decrypted(bytes, await keyAt(key.url), key.iv) : bytes
  }
  const text = async (address: string) => (await fetched(address, mostListBytes)).toString()

  let at = url
  const first = await text(at)
  const fuller = fullestOf(first, at)
  if (fuller) at = fuller
  let list = readList(fuller ? await text(at) : first, at)
  let next = list.isWhole ? 0 : (list.pieces.at(-behind)?.number ?? 0)
  let setup: string | null = null
  for (;;) {
    for (const piece of dueOf(list, next)) {
      const own = piece.setup && `${piece.setup.url}#${piece.setup.range?.from ?? ''}`
      if (own && own !== setup) {
        // What follows is another film; whoever looks asks anew.
        if (setup) return
        setup = own
        yield await read(piece.setup!)
      }
      yield await read(piece)
      next = piece.number + 1
    }
    if (list.isWhole) return
    await pause((list.seconds * 1000) / 2)
    list = readList(await text(at), at)
  }
}
/** What of a list has not been taken; all of its end where it was begun anew. */
function dueOf({ pieces }: PieceList, next: number): readonly Piece[] {
  const last = pieces.at(-1)
  if (last && last.number + 1 < next) return pieces.slice(-behind)
  return pieces.filter(({ number }) => number >= next)
}
