import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/services/services.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault } from './engine/source.ts'
import { mayWatch } from './engine/watching.ts'
import { isViewersOffer, mostSdp } from './engine/whep.ts'
import { mediaPath } from './play-address.ts'

interface Asked {
  Params: { ticket: string; session: string }
}
const gone = (reply: FastifyReply) => reply.code(404).send()

/**
 * Offers of viewers, answered by whoever plays the camera (WHEP, but for the word that the viewer is
 * still there: their pictures do not pass here). Neither where that is nor what it is asked with is
 * told.
 */
export function serveWebRtc({ http, platform }: Services, engine: CameraEngine): void {
  const { relays, streams, tickets } = engine

  const answer = async (request: FastifyRequest<Asked>, reply: FastifyReply) => {
    const key = request.params.ticket
    const ticket = tickets.read(key)
    if (!ticket || ticket.from !== null || !(await mayWatch(platform, ticket)))
      return reply.code(403).send()
    const offer = request.body
    if (!isViewersOffer(offer)) return reply.code(400).send()
    try {
      const target = await engine.source(await engine.setup(ticket.tenant, ticket.camera)).whep?.()
      if (!target) return gone(reply)
      const still = () => mayWatch(platform, ticket)
      const { id, answer: answered } = await relays.open({ key, ticket, target, offer, still })
      streams.onHeard(ticket, null)
      // Whoever went away meanwhile hears of no session.
      if (request.raw.socket.destroyed) relays.close(key, id).catch(() => undefined)
      return reply
        .code(201)
        .header('location', `${mediaPath}/${key}/whep/${id}`)
        .type('application/sdp')
        .send(answered)
    } catch (error) {
      if (!(error instanceof CameraFault)) throw error
      streams.onHeard(ticket, error)
      return reply.code(error.code === 'busy' ? 503 : 502).send(error.code)
    }
  }

  void http.register((scope, _options, done) => {
    scope.addContentTypeParser(
      'application/sdp',
      { parseAs: 'string', bodyLimit: mostSdp },
      (_request, body, parsed) => parsed(null, body),
    )
    scope.post<Asked>(`${mediaPath}/:ticket/whep`, answer)
    scope.get<Asked>(`${mediaPath}/:ticket/whep/:session`, (request, reply) => {
      const { ticket, session } = request.params
      return relays.heard(ticket, session) ? reply.code(204).send() : gone(reply)
    })
    scope.delete<Asked>(`${mediaPath}/:ticket/whep/:session`, async (request, reply) => {
      const { ticket, session } = request.params
      return (await relays.close(ticket, session)) ? reply.code(204).send() : gone(reply)
    })
    done()
  })
}
