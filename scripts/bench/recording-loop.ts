import { spawn } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { row, rows, type Database } from '#server/db/database.ts'
import type { Client } from '#server/demo/client.ts'
import { reconcileDisk, type Reconciled } from '#server/modules/camera/engine/reconcile.ts'
import { Recorded } from '#server/modules/camera/engine/recorded.ts'
import { complaint, isWhole, makePieces, pieceMs } from './recording-pieces.ts'

/** What a recording process is told. */
export interface RecordingScript {
  url: string
  /** Folder of recordings, and that of the pieces that are fed. */
  root: string
  pieces: string
  /** The clock's first and last moment, in ms. */
  from: number
  until: number
  cameras: number
  /** Bytes that a piece of each camera is brought to, by camera. */
  padTo: Readonly<Record<number, number>>
}
/** What it says of a piece that is whole. */
export interface SaidPiece {
  camera: number
  run: string
  file: string
  from: number
  bytes: number
}
type Line = ({ kind: 'piece' } & SaidPiece) | ({ kind: 'reconciled' } & Reconciled)

/** Cameras that keep everything, for a day, and so many gigabytes. */
interface RecordedCamera {
  id: number
  days: number
  gigabytes: number
  padTo: number
}
interface RecordingPlace {
  db: Database
  url: string
  tenant: number
  cameras: readonly RecordedCamera[]
  /** A folder of its own. */
  work: string
}
interface RecordingKills {
  hours: number
  kills: number
  random(): number
  say?(line: string): void
}
interface RecordingFigures {
  pieces: number
  kills: number
  /** Noted by the next process: whole when the one before was killed. */
  adopted: number
  /** Of pieces whose list named them: not in the index, and not due. */
  lost: number
  /** In the index though it is due. */
  overdue: number
  /** In the index and not on the disk, or the other way round. */
  astray: number
  /** Not to be read. */
  broken: number
  kept: number
  removed: number
  seconds: number
}

/** Four cameras: two that keep a week, one that keeps a day, one that soon has no room. */
export async function recordedCameras(admin: Client): Promise<RecordedCamera[]> {
  const { id: areaId } = await admin.call<{ id: number }>('POST /wfpf/v1/{tenant}/area', {
    areaName: 'Recorded',
    areaCode: 'REC',
  })
  const kinds = [
    { days: 7, gigabytes: 20, padTo: 0 },
    { days: 7, gigabytes: 20, padTo: 0 },
    { days: 1, gigabytes: 20, padTo: 0 },
    { days: 7, gigabytes: 1, padTo: 4_000_000 },
  ]
  const made: RecordedCamera[] = []
  for (const [i, kind] of kinds.entries()) {
    const { id } = await admin.call<{ id: number }>('POST /wfpe/v1/{tenant}/camera/add', {
      name: `Recorded ${i + 1}`,
      deviceSerial: `REC${i + 1}`,
      cameraType: 0,
      cameraEnter: 4,
      areaId,
      enabledFlag: 1,
      recordMode: 1,
      recordDays: kind.days,
      recordGigabytes: kind.gigabytes,
    })
    made.push({ id, ...kind })
  }
  return made
}

const child = fileURLToPath(new URL('recording-child.ts', import.meta.url))
/** Records until the clock is at its end, or a moment's piece has been said and a bit more time passed. */
async function record(
  script: RecordingScript,
  killsAt: number | null,
  lingerMs: number,
  on: (line: Line) => void,
): Promise<'killed' | 'done'> {
  const process_ = spawn(process.execPath, ['--import', 'tsx', child, JSON.stringify(script)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  createInterface({ input: process_.stdout }).on('line', (text) => {
    const line = JSON.parse(text) as Line
    on(line)
    if (killsAt !== null && line.kind === 'piece' && line.from >= killsAt)
      setTimeout(() => process_.kill('SIGKILL'), lingerMs)
  })
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    process_.once('close', (...how) => done(how)),
  )
  if (signal === 'SIGKILL') return 'killed'
  if (code !== 0) throw new Error(`the recording process ended with ${code ?? signal}`)
  return 'done'
}

/**
 * Records hours in minutes and kills the process that records at random moments; then says what is
 * lost, astray, broken, or kept too long. The clock ends so that the day of the third camera is over
 * in the middle.
 */
export async function recordingKills(
  place: RecordingPlace,
  { hours, kills, random, say = () => undefined }: RecordingKills,
): Promise<RecordingFigures> {
  const began = performance.now()
  const { db, url, tenant, cameras, work } = place
  const [root, pieces] = [join(work, 'recordings'), join(work, 'pieces')]
  await makePieces(pieces)
  const spanMs = hours * 3_600_000
  const first = Date.now() - 24 * 3_600_000 - spanMs / 2
  const until = first + spanMs
  const moments = Array.from({ length: kills }, () => first + random() * spanMs * 0.98).toSorted(
    (a, b) => a - b,
  )
  const said: SaidPiece[] = []
  let [adopted, killed, from] = [0, 0, first]
  const on = (line: Line) => {
    if (line.kind === 'piece') said.push(line)
    else adopted += line.adopted
  }
  const padTo = Object.fromEntries(cameras.map((one) => [one.id, one.padTo]))
  for (;;) {
    const ended = await record(
      { url, root, pieces, from, until, cameras: cameras.length, padTo },
      moments[killed] ?? null,
      random() * 40,
      on,
    )
    // What the one before held is over after half a minute, which the clock makes short.
    await db.write(tenant, (tx) => sql`delete from camera_recorder`.execute(tx))
    if (ended === 'done') break
    killed++
    // A run is named by its beginning, in ms.
    from = Math.max(from, ...said.slice(-cameras.length).map((one) => one.from + pieceMs)) + killed
    say(`${killed} kills, ${said.length} pieces`)
  }
  const figures = await inspect(place, root, said)
  return {
    ...figures,
    pieces: said.length,
    kills: killed,
    adopted,
    seconds: Math.round((performance.now() - began) / 1000),
  }
}

interface Row {
  cameraId: number
  run: string
  file: string
  startsOn: string
  endsOn: string
  bytes: number
}
async function inspect(
  { db, tenant, cameras, work }: RecordingPlace,
  root: string,
  said: readonly SaidPiece[],
) {
  const recorded = new Recorded(db, root, {
    bucket: null,
    mostWaitingBytes: null,
    told: () => undefined,
    youngMs: 0,
  })
  const now = async () =>
    (await db.ask<{ at: number }>(sql`select extract(epoch from now())::float8 * 1000 as at`))!.at
  const before = await now()
  await recorded.prune()
  const after = await now()
  const again = await reconcileDisk(recorded)
  const known = await db.read(tenant, (tx) =>
    rows<Row>(
      tx,
      sql`select camera_id, run, file, starts_on, ends_on, bytes from camera_segment order by starts_on`,
    ),
  )
  const nameOf = (camera: number, run: string, file: string) => `${camera}/${run}/${file}`
  const indexed = new Map(known.map((one) => [nameOf(one.cameraId, one.run, one.file), one]))
  let [lost, overdue, kept] = [0, 0, 0]
  for (const { id, days, gigabytes } of cameras) {
    // What was whole and killed before it could be said counts as well.
    const all = new Map(
      said
        .filter(({ camera }) => camera === id)
        .map((one) => [nameOf(id, one.run, one.file), { from: one.from, bytes: one.bytes }]),
    )
    for (const one of known)
      if (one.cameraId === id)
        all.set(nameOf(id, one.run, one.file), {
          from: Date.parse(one.startsOn),
          bytes: one.bytes,
        })
    let bytes = 0
    for (const [name, one] of [...all].toSorted((a, b) => b[1].from - a[1].from)) {
      bytes += one.bytes
      const to = one.from + pieceMs
      const isTooMuch = bytes > gigabytes * 1e9
      // Between the two it may be either.
      const dueAt = days * 24 * 3_600_000
      if (!isTooMuch && to >= before - dueAt && to <= after - dueAt) continue
      const isDue = isTooMuch || to < before - dueAt
      if (indexed.has(name)) kept++
      if (isDue && indexed.has(name)) overdue++
      if (!isDue && !indexed.has(name)) lost++
    }
  }
  const there = new Set(
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.m4s') || name.endsWith('.tmp'))
      .map((name) => name.split('/').slice(1).join('/')),
  )
  const astray =
    [...there].filter((name) => !indexed.has(name)).length +
    [...indexed.keys()].filter((name) => !there.has(name)).length +
    // It had nothing left to do.
    again.adopted +
    again.lost +
    again.strays
  let broken = 0
  for (const { cameraId, run, file } of known)
    if (!(await isWhole(recorded.fileOf(tenant, cameraId, run, file)))) broken++
  for (let i = 0; i < sampled && known.length > 0; i++) {
    const { cameraId, run, file } = known[Math.floor((i * known.length) / sampled)]!
    const path = recorded.fileOf(tenant, cameraId, run, file)
    if (await complaint(join(path, '..'), file, work)) broken++
  }
  const total = await db.read(tenant, (tx) =>
    row<{ count: number }>(tx, sql`select count(*)::int as count from camera_segment`),
  )
  return { lost, overdue, astray, broken, kept, removed: said.length - total!.count }
}
/** Pieces that are decoded as well. */
const sampled = 8
