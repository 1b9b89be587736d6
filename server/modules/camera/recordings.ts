import { sql } from 'kysely'
import { camera } from '#contract/camera/camera.ts'
import { cameraRecordings, mostPlayedHours, playRecording } from '#contract/camera/recording.ts'
import { row, rows, type Tx } from '#server/db/database.ts'
import { invalidFields, unprocessable } from '#server/db/http-error.ts'
import { demand } from '#server/http/crud.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { piecePattern, runPattern } from './engine/pieces.ts'
import type { Recorded } from './engine/recorded.ts'
import { Looks } from './looks.ts'

/** Where recordings are answered. */
const mediaPath = '/media/rec'
/** Two pieces belong together where less than this lies between them, in ms. */
const togetherMs = 1500

interface Segment {
  startsOn: string
  endsOn: string
  run: string
  file: string
}
const segments = (tx: Tx, id: number, from: Date, to: Date) =>
  rows<Segment>(
    tx,
    sql`select starts_on, ends_on, run, file from camera_segment
    where camera_id = ${id} and ends_on > ${from} and starts_on < ${to} order by starts_on limit 20000`,
  )
/** Runs of pieces without a gap between them. */
export function spansOf<T extends Pick<Segment, 'startsOn' | 'endsOn'>>(
  pieces: readonly T[],
): T[][] {
  const spans: T[][] = []
  for (const piece of pieces) {
    const last = spans.at(-1)?.at(-1)
    if (last && Date.parse(piece.startsOn) - Date.parse(last.endsOn) < togetherMs)
      spans.at(-1)!.push(piece)
    else spans.push([piece])
  }
  return spans
}
const secondsOf = ({ startsOn, endsOn }: Segment) =>
  (Date.parse(endsOn) - Date.parse(startsOn)) / 1000

/** A film of pieces, as players take it (RFC 8216): a run's beginning before its first. */
function playlistOf(pieces: readonly Segment[]): string {
  const lines = [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-MEDIA-SEQUENCE:0',
  ]
  lines.push(`#EXT-X-TARGETDURATION:${Math.ceil(Math.max(1, ...pieces.map(secondsOf)))}`)
  let before: Segment | null = null
  for (const piece of pieces) {
    if (before?.run !== piece.run) {
      if (before) lines.push('#EXT-X-DISCONTINUITY')
      lines.push(`#EXT-X-MAP:URI="../${piece.run}/init.mp4"`)
    } else if (Date.parse(piece.startsOn) - Date.parse(before.endsOn) >= togetherMs)
      lines.push('#EXT-X-DISCONTINUITY')
    lines.push(`#EXTINF:${secondsOf(piece).toFixed(3)},`, `../${piece.run}/${piece.file}`)
    before = piece
  }
  return [...lines, '#EXT-X-ENDLIST', ''].join('\n')
}

/** What is recorded: told, and played. */
export function recordingCalls(app: Services, engine: CameraEngine, recorded: Recorded): void {
  const { http, platform } = app
  const hasCard = async (tenant: number, id: number) => {
    const setup = await engine.setup(tenant, id)
    return setup.isEnabled && engine.source(setup).playback !== undefined
  }
  serve(app, cameraRecordings, async ({ cameraId, from, to }, { read, tenant }) =>
    read(async (tx) => {
      await demand(tx, camera, cameraId, 'show')
      const found = await segments(tx, cameraId, new Date(from), new Date(to))
      const all = await row<{
        first: string | null
        last: string | null
        bytes: number
        roomLackedAt: string | null
      }>(
        tx,
        sql`select min(starts_on) as first, max(ends_on) as last, coalesce(sum(bytes), 0)::float8 as bytes,
          (select room_lacked_at from camera where id = ${cameraId}) as room_lacked_at
        from camera_segment where camera_id = ${cameraId}`,
      )
      return {
        spans: spansOf(found).map((span) => ({
          startsOn: span[0]!.startsOn,
          endsOn: span.at(-1)!.endsOn,
        })),
        kept: all?.first && all.last ? { startsOn: all.first, endsOn: all.last } : null,
        bytes: all?.bytes ?? 0,
        roomLackedAt: all?.roomLackedAt ?? null,
        hasCard: await hasCard(tenant, cameraId),
      }
    }),
  )
  serve(app, playRecording, async ({ cameraId, from, to }, { read, write, tenant, actor }) => {
    const [begin, end] = [new Date(from), new Date(to)]
    if (end <= begin || end.getTime() - begin.getTime() > mostPlayedHours * 3_600_000)
      throw invalidFields({ to: { code: 'field.invalid' } })
    const { found, name } = await read(async (tx) => ({
      name: String((await demand(tx, camera, cameraId, 'show')).name),
      found: await segments(tx, cameraId, begin, end),
    }))
    if (found.length === 0) throw unprocessable('camera.no_recording')
    await write(({ audit }) =>
      audit({
        entity: camera.name,
        recordId: cameraId,
        title: name,
        action: 'playback',
        after: { from, to },
      }),
    )
    const ticket = engine.tickets.sign({
      tenant,
      camera: cameraId,
      clarity: 'sd',
      session: actor.sessionId,
      share: null,
    })
    let at = 0
    const parts = spansOf(found).map((span) => {
      const part = { at, startsOn: span[0]!.startsOn, seconds: 0 }
      part.seconds = span.reduce((sum, piece) => sum + secondsOf(piece), 0)
      at += part.seconds
      return part
    })
    return {
      accessToken: ticket,
      url: `${mediaPath}/${ticket}/list/${begin.getTime()}-${end.getTime()}.m3u8`,
      parts,
    }
  })

  const looks = new Looks(platform, engine.tickets)
  http.get<{ Params: { ticket: string; span: string } }>(
    `${mediaPath}/:ticket/list/:span`,
    async ({ params: { ticket: key, span } }, reply) => {
      const ticket = await looks.at(key)
      const [, from, to] = /^(\d{1,15})-(\d{1,15})\.m3u8$/.exec(span) ?? []
      if (!ticket || !from || !to || ticket.session === null) return reply.code(403).send()
      const found = await platform.db.read(ticket.tenant, (tx) =>
        segments(tx, ticket.camera, new Date(Number(from)), new Date(Number(to))),
      )
      return reply.type('application/vnd.apple.mpegurl').send(playlistOf(found))
    },
  )
  http.get<{ Params: { ticket: string; run: string; file: string } }>(
    `${mediaPath}/:ticket/:run/:file`,
    async ({ params: { ticket: key, run, file }, headers }, reply) => {
      const ticket = await looks.at(key)
      if (!ticket || ticket.session === null) return reply.code(403).send()
      if (!runPattern.test(run) || !piecePattern.test(file)) return reply.code(404).send()
      const { tenant, camera: id } = ticket
      const found = await recorded.open(tenant, id, run, file, headers.range).catch(() => 'away')
      // Players ask again; the piece is there, and its bucket is not at the moment.
      if (found === 'away') return reply.code(503).header('retry-after', '5').send()
      if (found === null) return reply.code(404).send()
      if (typeof found === 'string') return reply.code(416).send()
      const { stream, size, part } = found
      void reply
        .type('video/mp4')
        .header('accept-ranges', 'bytes')
        .header('cache-control', 'private, max-age=3600')
      if (part)
        void reply.code(206).header('content-range', `bytes ${part.start}-${part.end}/${size}`)
      return reply.header('content-length', part ? part.end - part.start + 1 : size).send(stream)
    },
  )
}
