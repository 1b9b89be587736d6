import { setTimeout as pause } from 'node:timers/promises'
import { ask, type Answered, type Outgoing } from '#server/http/outgoing.ts'
import { fullestOf, readList, type Piece, type PieceList } from './hls-list.ts'
import { CameraFault, type CameraFaultCode, type Feed } from './source.ts'

/** Of the end of a live list, so many pieces are taken at first. */
const behind = 3
const mostListBytes = 1024 * 1024
const mostPieceBytes = 32 * 1024 * 1024
const refusals: Readonly<Record<number, CameraFaultCode>> = {
  401: 'refused',
  403: 'refused',
  404: 'not_found',
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
  const fetched = async (address: string, most: number): Promise<Buffer> => {
    // An account is that of the host it was entered with.
    const own = new URL(address).origin === origin ? headers : {}
    const { status, body } = await ask('GET', address, null, own, outgoing, most).catch(
      (error: unknown): Answered => {
        throw new CameraFault('unreachable', error instanceof Error ? error.message : '')
      },
    )
    if (status === 200) return body
    throw new CameraFault(refusals[status] ?? 'no_stream', `HTTP ${status}`)
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
      if (piece.setup && piece.setup !== setup) {
        // What follows is another film; whoever looks asks anew.
        if (setup) return
        setup = piece.setup
        yield await fetched(setup, mostPieceBytes)
      }
      yield await fetched(piece.url, mostPieceBytes)
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
