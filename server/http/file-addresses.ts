import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant whose files the caller may be shown: set once it is known who calls. */
    filesOf: number | null
  }
  interface FastifyInstance {
    fileSigner: FileSigner
  }
}

const windowMs = 2 * 3_600_000
/** What a page shows by itself; any other file is fetched with the session. */
const address =
  /(\/hfle\/v1\/(\d{1,15})\/files\/content\/([\da-f-]{36}\.(?:png|jpe?g|gif|webp|mp4|weba|ogg)))(?![\w?])/g
const signed = /(\/hfle\/v1\/\d{1,15}\/files\/content\/[\da-f-]{36}\.\w{1,5})\?s=[\w.-]*/g
/**
 * A person's picture, which was kept in the tenant where they were when they chose it (`setAvatar`
 * checks whose it is). Only calls about people tell one: elsewhere the same name stands for what
 * anybody may have written.
 */
const portrait =
  /("imageUrl":")(\/hfle\/v1\/(\d{1,15})\/files\/content\/([\da-f-]{36}\.\w{1,5}))(?=")/g

const ofPeople = '/iam/'

/**
 * Signs the addresses of stored files, so that `<img>`, which shows no session, may fetch them for
 * two to four hours.
 */
export class FileSigner {
  readonly #key: Buffer
  constructor(secret: string) {
    this.#key = createHmac('sha256', secret).update('file addresses').digest()
  }
  #mac(tenant: string, key: string, until: number): string {
    return createHmac('sha256', this.#key)
      .update(`${tenant}/${key}/${until}`)
      .digest('base64url')
      .slice(0, 22)
  }
  /** The same for everybody within two hours, so that browsers keep what they fetched. */
  sign(tenant: string, key: string, now = Date.now()): string {
    const until = (Math.floor(now / windowMs) + 2) * windowMs
    return `${until.toString(36)}.${this.#mac(tenant, key, until)}`
  }
  /** Seconds that a signature is still good for; 0 when it is late, forged or for another file. */
  secondsLeft(tenant: string, key: string, signature: unknown, now = Date.now()): number {
    const [time = '', mac = ''] = String(signature ?? '').split('.')
    const until = Number.parseInt(time, 36)
    if (!Number.isSafeInteger(until) || until <= now || until > now + 2 * windowMs) return 0
    const [given, right] = [Buffer.from(mac), Buffer.from(this.#mac(tenant, key, until))]
    return given.length === right.length && timingSafeEqual(given, right)
      ? Math.floor((until - now) / 1000)
      : 0
  }
  /**
   * Every address of the tenant's own in a text; another tenant's stays as it is, whoever wrote it
   * there.
   */
  signAll(text: string, tenant: number, { url }: { url: string }): string {
    if (!text.includes('/hfle/v1/')) return text
    const faced = url.startsWith(ofPeople)
      ? text.replaceAll(
          portrait,
          (_whole, before: string, path: string, of: string, key: string) =>
            `${before}${path}?s=${this.sign(of, key)}`,
        )
      : text
    return faced.replaceAll(address, (path: string, _path: string, of: string, key: string) =>
      of === String(tenant) ? `${path}?s=${this.sign(of, key)}` : path,
    )
  }
}

/**
 * What is stored is the bare address: signatures leave with each answer and are dropped from each
 * body.
 */
export const bare = (text: string) => (text.includes('?s=') ? text.replaceAll(signed, '$1') : text)

/**
 * Signs the addresses in answers to whoever is signed in, and takes signatures out of what they
 * send.
 */
export function signFileAddresses(app: FastifyInstance, signer: FileSigner): void {
  app.decorate('fileSigner', signer)
  app.decorateRequest('filesOf', null)
  app.addHook('onSend', async (request, reply, payload) => {
    if (
      request.filesOf === null ||
      typeof payload !== 'string' ||
      !String(reply.getHeader('content-type')).startsWith('application/json')
    )
      return payload
    return signer.signAll(payload, request.filesOf, request)
  })
  const parseJson = app.getDefaultJsonParser('error', 'error') as (
    request: FastifyRequest,
    body: string,
    done: (error: Error | null, value?: unknown) => void,
  ) => void
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    parseJson(request, bare(body as string), done)
  })
}
