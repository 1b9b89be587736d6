import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fromDatabase, HttpError } from '#server/db/http-error.ts'
import { languageAsked } from './input.ts'
import { sentence } from '../i18n/texts.ts'

interface FrameworkError extends Error {
  statusCode?: number
  code?: string
}
/** Anything thrown, as the refusal it means. */
function refusalOf(error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const fromDb = fromDatabase(error)
  if (fromDb) return fromDb
  const { statusCode, code } = error as FrameworkError
  if (statusCode === 413 || code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new HttpError(413, 'error.body_too_large')
  if (statusCode === 429)
    return new HttpError(429, 'error.visit.frequent', { params: { seconds: 10 } })
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new HttpError(statusCode, 'error.data_invalid')
  return new HttpError(500, 'error.error')
}

/**
 * One writer of failures: body and status of docs/specification.md 1.2, in the caller's language.
 */
function answer(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) request.log.error({ err: error }, 'call failed')
  // Its schema should have known.
  else if (refusal.status === 400 && fromDatabase(error))
    request.log.warn({ err: error }, 'refused by the database alone')
  const language = languageAsked(request)
  const fields =
    refusal.fields &&
    Object.fromEntries(
      Object.entries(refusal.fields).map(([name, fault]) => [
        name,
        sentence(fault.code, language, fault.params),
      ]),
    )
  if (refusal.status === 429 && refusal.params.seconds)
    reply.header('retry-after', refusal.params.seconds)
  return reply
    .status(refusal.status)
    .type('application/json')
    .send({
      failed: true,
      code: refusal.code,
      message: sentence(refusal.code, language, refusal.params),
      type: refusal.status >= 500 ? 'error' : 'warn',
      requestId: request.id,
      ...(fields && { fields }),
      ...refusal.extra,
    })
}
export function answerErrors(app: FastifyInstance): void {
  app.setErrorHandler(answer)
}
/** What is refused before any route is found: an address that cannot be read. */
export function refuseUnread(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  answer(error, request, reply)
}
