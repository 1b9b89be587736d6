import type { FastifyRequest } from 'fastify'
import { ingestLora, ingestTelemetry } from '#contract/telemetry/ingest-calls.ts'
import { HttpError } from '#server/db/http-error.ts'
import { parseTelemetry } from '#server/modules/telemetry/engine/parse-telemetry.ts'
import { countOf } from '#server/modules/telemetry/engine/reports.ts'
import { servePublic } from '#server/http/serve.ts'
import type { Services } from '#server/services/services.ts'

const unknown = () => new HttpError(401, 'ingest.credential')
const tooMany = () => new HttpError(429, 'error.visit.frequent', { params: { seconds: 60 } })
/** Errors: 429 for whoever has sent as much as the operator lets their tenant, saying for how long. */
function requireRoom(queue: Services['ingestQueue'], tenant: number): void {
  const seconds = queue.secondsUntil(tenant)
  if (seconds > 0) throw new HttpError(429, 'error.visit.frequent', { params: { seconds } })
}

/**
 * What comes by HTTP from gateways and network servers of others: answered after COMMIT, as MQTT
 * is.
 */
export function ingest(app: Services): void {
  const { ingestQueue, deviceGuesses, loraIngest, tokenGuesses } = app
  servePublic(app, ingestTelemetry, async (_input, { request, platform }) => {
    const { key, secret } = basicOf(request)
    const device = await deviceGuesses.admit(key, Buffer.from(secret), request.ip, platform.db)
    if (device === 'limited') throw tooMany()
    if (!device) throw unknown()
    requireRoom(ingestQueue, device.tenantId)
    const message = parseTelemetry(device, Buffer.from(JSON.stringify(request.body ?? null)))
    await new Promise<void>((resolve, reject) =>
      ingestQueue.message(device.tenantId, message, (error) => (error ? reject(error) : resolve())),
    )
    return { points: countOf(message), problems: message.problems }
  })
  servePublic(app, ingestLora, async (_input, { request, platform }) => {
    const token = /^bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1]?.trim() ?? ''
    const network = await tokenGuesses.admit(platform.db, token, request.ip)
    if (network === 'limited') throw tooMany()
    if (!network) throw unknown()
    requireRoom(ingestQueue, network.tenantId)
    const { event } = request.query as { event?: unknown }
    if (
      (await loraIngest.take(
        network.tenantId,
        network.networkId,
        request.body,
        typeof event === 'string' ? event : null,
      )) === null
    )
      throw new HttpError(400, 'ingest.unreadable')
  })
}

/** Name and password of HTTP's Basic authentication; empty ones where there are none. */
function basicOf(request: FastifyRequest): { key: string; secret: string } {
  const encoded = /^basic ([\w+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [key = '', ...rest] = Buffer.from(encoded, 'base64').toString().split(':')
  return { key: key.length > 64 ? '' : key, secret: rest.join(':') }
}
