import type { FastifyReply } from 'fastify'
import type { Services } from '#server/services/services.ts'
import { mayWatch } from './engine/watching.ts'
import type { Ticket } from './engine/tickets.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault } from './engine/source.ts'
import { handOn } from './hand-on.ts'
import { Looks } from './looks.ts'
import { mediaPath } from './play-address.ts'
import { serveSocket } from './socket.ts'

const head = {
  'content-type': 'video/x-flv',
  'cache-control': 'no-store',
  'x-accel-buffering': 'no',
}
/** A picture may be so old where one asks for any. */
const mostStillSeconds = 600
/** A picture in a list may be so old: one after the other they are no film. */
const glanceSeconds = 30

const refuse = (reply: FastifyReply) => reply.code(403).send()
/** A list shows a sign where there is no picture: no content, and why. */
const nothing = (reply: FastifyReply, { code }: CameraFault) =>
  reply.code(204).header('x-camera-fault', code).send()

/** Streams as FLV, and as lists of pieces. */
export function serveMedia(app: Services, engine: CameraEngine): void {
  const { http, platform } = app
  const watched = async (key: string, what?: 'glance'): Promise<Ticket | null> => {
    const ticket = engine.tickets.read(key)
    return ticket && (await mayWatch(platform, ticket, what)) ? ticket : null
  }

  http.get<{ Params: { ticket: string } }>(
    `${mediaPath}/:ticket/live.flv`,
    async (request, reply) => {
      const ticket = await watched(request.params.ticket)
      if (!ticket) return refuse(reply)
      const out = reply.raw
      return new Promise((done) => {
        const over = () => done(reply)
        try {
          const leave = handOn(platform, engine, ticket, {
            get waiting() {
              return out.writableLength
            },
            write(bytes) {
              if (!out.headersSent) {
                reply.hijack()
                out.writeHead(200, head)
              }
              out.write(bytes)
            },
            end(fault) {
              if (out.headersSent) out.end()
              else void reply.code(502).send(fault.code)
              over()
            },
            cut: () => out.destroy(),
          })
          for (const end of [request.raw, out])
            end.on('close', () => {
              leave()
              over()
            })
        } catch (error) {
          void reply.code(503).send((error as CameraFault).code)
          over()
        }
      })
    },
  )
  serveSocket(app, engine)

  http.get<{ Params: { ticket: string }; Querystring: { age?: string } }>(
    `${mediaPath}/:ticket/still.jpg`,
    async (request, reply) => {
      const ticket = await watched(request.params.ticket, 'glance')
      // Whoever came by a link sees the film alone.
      if (!ticket || ticket.share !== null) return refuse(reply)
      const least = ticket.isGlance ? glanceSeconds : 0
      const age = Math.min(Math.max(Number(request.query.age) || 0, least), mostStillSeconds)
      try {
        return reply.type('image/jpeg').send(await engine.stills.of(ticket, age * 1000))
      } catch (error) {
        if (!(error instanceof CameraFault)) throw error
        return nothing(reply, error)
      }
    },
  )

  const looks = new Looks(platform, engine.tickets)
  http.get<{ Params: { ticket: string; name: string } }>(
    `${mediaPath}/:ticket/hls/:name`,
    async (request, reply) => {
      const { ticket: key, name } = request.params
      const ticket = await looks.at(key)
      if (!ticket) return refuse(reply)
      try {
        const found = await engine.pieces.piece(ticket, name)
        if (!found) return reply.code(404).send()
        return reply
          .type(name.endsWith('.m3u8') ? 'application/vnd.apple.mpegurl' : 'video/mp4')
          .send(found)
      } catch (error) {
        if (!(error instanceof CameraFault)) throw error
        return reply.code(502).send(error.code)
      }
    },
  )
}
