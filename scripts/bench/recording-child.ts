import { writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, dirname } from 'node:path'
import { openDatabase } from '#server/db/database.ts'
import { reconcileDisk } from '#server/modules/camera/engine/reconcile.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { Recorder } from '#server/modules/camera/engine/recorder.ts'
import { Streams } from '#server/modules/camera/engine/streams.ts'
import { flvOf } from '#tests/server/camera-peers.ts'
import { FedCutter, pieceMs, readPieces } from './recording-pieces.ts'
import type { RecordingScript, SaidPiece } from './recording-loop.ts'

// A process that records by a clock that runs fast, until it is killed or the clock is at its end. It
// says each piece that is whole.
const script = JSON.parse(process.argv[2]!) as RecordingScript
const say = (kind: 'piece' | 'reconciled', what: object) =>
  void writeSync(1, `${JSON.stringify({ kind, ...what })}\n`)
/** Pieces between two looks of the recorder, and at what is due: seldom, so that a kill finds much undone. */
const [lookEvery, pruneEvery] = [4, 20]
/** A setup tag and a picture; each picture is a key picture. */
const beginning = flvOf('h264')
const picture = beginning.subarray(36)
const peer = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'video/x-flv' })
  response.write(beginning)
  const timer = setInterval(() => response.write(picture), 300)
  response.on('close', () => clearInterval(timer))
})
await new Promise<void>((done) => peer.listen(0, '127.0.0.1', done))
const url = `http://127.0.0.1:${(peer.address() as AddressInfo).port}/live.flv`

const db = openDatabase(script.url, { max: 4 })
const made = await readPieces(script.pieces)
let now = script.from
const cutters = new Set<FedCutter>()
const streams = new Streams(
  () => Promise.resolve({ feed: { kind: 'flv', url }, transcodes: false }),
  {
    allowsPrivate: true,
    timeoutMs: 5000,
  },
)
const options = { bucket: null, mostWaitingBytes: null, told: () => undefined }
const recorded = new Recorded(db, script.root, options)
const recorder = new Recorder(db, streams, script.root, () => Promise.resolve('sd'), {
  now: () => now,
  cutter(folder) {
    const camera = Number(basename(dirname(folder)))
    const cutter = new FedCutter(folder, made, script.padTo[camera] ?? 0)
    cutters.add(cutter)
    return cutter
  },
})

async function cut(cutter: FedCutter, from: number): Promise<void> {
  if (cutter.isOver) return void cutters.delete(cutter)
  const { file, bytes } = await cutter.cut(from)
  const piece: SaidPiece = {
    camera: Number(basename(dirname(cutter.folder))),
    run: basename(cutter.folder),
    file,
    from,
    bytes,
  }
  say('piece', piece)
}

// Whoever wrote what is there was killed.
const left = new Recorded(db, script.root, { ...options, youngMs: 0 })
say('reconciled', await reconcileDisk(left))
const living = () => [...cutters].filter(({ isOver }) => !isOver).length
for (let count = 0; now < script.until; count++) {
  if (count % lookEvery === 0) await recorder.look()
  if (count % pruneEvery === 0) await recorded.prune()
  // The clock stands until every camera is cut.
  while (living() < script.cameras) {
    await new Promise((done) => setTimeout(done, 20))
    await recorder.look()
  }
  const from = now
  now += pieceMs
  await Promise.all([...cutters].map((cutter) => cut(cutter, from)))
}
await recorder.look()
await recorder.stop()
streams.stop()
process.exit(0)
