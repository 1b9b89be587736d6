import { ask, type Answered } from '#server/http/outgoing.ts'
import { isMediaServer, playsViewers, type MediaServerKind } from '#contract/camera/platform.ts'
import {
  CameraFault,
  type CameraFaultCode,
  type SourceOf,
  type SourceServices,
  type WhepTarget,
} from '../source.ts'
import { authorized, feedAt } from './address.ts'
import { isObject, parsed, wordOf, type PlatformSetup } from './asking.ts'

type Answer = Readonly<Record<string, unknown>>
/** What a server is asked with, below its interface. */
interface Server {
  url: string
  streamUrl: string | null
  whepUrl: string | null
  secret: string | null
  /** The answer with its status. Errors: `refused`, `unreachable`. */
  get(path: string): Promise<{ status: number; object: Answer }>
}
/** A kind of media server, as its documents have it. Names of streams come as they were entered. */
interface ServerApi {
  /** Where a stream is read. */
  stream(server: Server, name: string): string
  /** Where an offer to play it is answered; none where a viewer could not be cut off. */
  whep?(server: Server, name: string): string
  /** Whether the server answers us at all. */
  hello(server: Server): Promise<void>
  /** Whether it has the stream. Errors: `not_found`, `offline` where nobody sends it. */
  look(server: Server, name: string): Promise<void>
}

/** The same host at another port. */
function beside(url: string, port: number, protocol?: string): string {
  const { hostname, protocol: own } = new URL(url)
  return `${protocol ?? own}//${hostname}:${port}`
}
const trimmed = (url: string) => url.replace(/\/+$/, '')
const query = (fields: Readonly<Record<string, string>>) => new URLSearchParams(fields).toString()
const inPath = (name: string) => name.split('/').map(encodeURIComponent).join('/')
/** Of 'live/gate' the application and the stream; 'live' is what servers call it by themselves. */
function parted(name: string): { app: string; stream: string } {
  const cut = name.lastIndexOf('/')
  return cut === -1
    ? { app: 'live', stream: name }
    : { app: name.slice(0, cut), stream: name.slice(cut + 1) }
}
const failed = (status: number) => new CameraFault('command_failed', `HTTP ${status}`)
const requireFine = ({ status }: { status: number }) => {
  if (status >= 300) throw failed(status)
}

const go2rtc: ServerApi = {
  stream: ({ url, streamUrl }, name) =>
    streamUrl
      ? `${trimmed(streamUrl)}/${inPath(name)}`
      : `${url}/api/stream.flv?${query({ src: name })}`,
  hello: async (server) => requireFine(await server.get('/api/streams')),
  // A source is asked for its stream when somebody wants it, so that one without is not offline.
  look: async (server, name) => {
    const answer = await server.get('/api/streams')
    requireFine(answer)
    if (!Object.hasOwn(answer.object, name)) throw new CameraFault('not_found', name)
  },
}

const mediamtx: ServerApi = {
  stream: ({ url, streamUrl }, name) =>
    `${trimmed(streamUrl ?? beside(url, 8554, 'rtsp:'))}/${inPath(name)}`,
  whep: ({ url, whepUrl }, name) => `${trimmed(whepUrl ?? beside(url, 8889))}/${inPath(name)}/whep`,
  hello: async (server) => requireFine(await server.get('/v3/paths/list?itemsPerPage=1')),
  look: async (server, name) => {
    const answer = await server.get(`/v3/paths/get/${inPath(name)}`)
    if (answer.status === 404) throw new CameraFault('not_found', name)
    requireFine(answer)
    const { available, ready, confName } = answer.object
    if ((available ?? ready) === true) return
    // One that is fetched when somebody wants it has nothing until then.
    const path = await server.get(`/v3/config/paths/get/${inPath(wordOf(confName))}`)
    if (path.object.sourceOnDemand !== true) throw new CameraFault('offline')
  },
}

const srs: ServerApi = {
  stream: ({ url, streamUrl }, name) => {
    const { app, stream } = parted(name)
    return `${trimmed(streamUrl ?? beside(url, 8080))}/${inPath(app)}/${inPath(stream)}.flv`
  },
  whep: ({ url, whepUrl }, name) =>
    `${trimmed(whepUrl ?? url)}/rtc/v1/whep/?${query(parted(name))}`,
  hello: async (server) => void (await srsStreams(server, 1)),
  // It knows those alone that are sent to it, or were a moment ago.
  look: async (server, name) => {
    const { app, stream } = parted(name)
    const found = (await srsStreams(server, mostStreams)).find(
      (one) => wordOf(one.app) === app && wordOf(one.name) === stream,
    )
    if (!isObject(found?.publish) || found.publish.active !== true) throw new CameraFault('offline')
  },
}
/** SRS answers ten where no count is asked for. */
const mostStreams = 1000
async function srsStreams(server: Server, count: number): Promise<Answer[]> {
  const answer = await server.get(`/api/v1/streams/?${query({ start: '0', count: `${count}` })}`)
  requireFine(answer)
  const { code, streams } = answer.object
  if (code !== 0) throw new CameraFault('command_failed', wordOf(code))
  return (Array.isArray(streams) ? streams : []).filter(isObject)
}

const zlm: ServerApi = {
  stream: ({ url, streamUrl }, name) => {
    const { app, stream } = parted(name)
    return `${trimmed(streamUrl ?? url)}/${inPath(app)}/${inPath(stream)}.live.flv`
  },
  whep: ({ url, whepUrl }, name) =>
    `${trimmed(whepUrl ?? url)}/index/api/whep?${query(parted(name))}`,
  hello: async (server) => void (await zlmMedia(server, {})),
  look: async (server, name) => {
    const { app, stream } = parted(name)
    const found = (await zlmMedia(server, { app, stream })).some(
      (one) => wordOf(one.app) === app && wordOf(one.stream) === stream,
    )
    if (!found) throw new CameraFault('offline')
  },
}
/** What ZLMediaKit refuses it answers with 200; -100: the secret is another. */
async function zlmMedia(
  server: Server,
  fields: Readonly<Record<string, string>>,
): Promise<Answer[]> {
  const answer = await server.get(
    `/index/api/getMediaList?${query({ ...fields, secret: server.secret ?? '' })}`,
  )
  requireFine(answer)
  const { code, data, msg } = answer.object
  if (code === -100) throw new CameraFault('refused', wordOf(msg))
  if (code !== 0) throw new CameraFault('command_failed', `${wordOf(code)} ${wordOf(msg)}`.trim())
  return (Array.isArray(data) ? data : []).filter(isObject)
}

const serverApis: Readonly<Record<MediaServerKind, ServerApi>> = { go2rtc, mediamtx, srs, zlm }
/** What servers have to say of their streams may be long. */
const mostBytes = 1024 * 1024
const refusals: Readonly<Record<number, CameraFaultCode>> = { 401: 'refused', 403: 'refused' }

interface Known extends ServerApi {
  server: Server
  headers: Readonly<Record<string, string>>
  account: { accountName: string | null; secret: string | null }
}
/** Errors: `no_platform` where none of these kinds is named. */
function serverOf({ platform }: PlatformSetup, { outgoing }: SourceServices): Known {
  if (!platform || !isMediaServer(platform.kind)) throw new CameraFault('no_platform')
  const { kind, url, streamUrl, whepUrl, accountName, secret } = platform
  // ZLMediaKit wants its secret in the address of its interface, and nowhere else.
  const account = kind === 'zlm' ? { accountName: null, secret: null } : { accountName, secret }
  const headers = authorized(account)
  const get = async (path: string) => {
    const { status, body } = await ask(
      'GET',
      `${url}${path}`,
      null,
      headers,
      outgoing,
      mostBytes,
    ).catch((error: unknown): Answered => {
      throw new CameraFault('unreachable', error instanceof Error ? error.message : '')
    })
    if (refusals[status]) throw new CameraFault(refusals[status], `HTTP ${status}`)
    const object = parsed(body.toString())
    if (!object && status < 300) throw new CameraFault('unreachable', `HTTP ${status}, no JSON`)
    return { status, object: object ?? {} }
  }
  return {
    ...serverApis[kind],
    server: { url, streamUrl, whepUrl, secret, get },
    headers,
    account,
  }
}

/** Streams of a media server: read where it sends them, played where it takes offers of viewers. */
export const mediaServerSource: SourceOf = (setup, services) => {
  const name = setup.streamName ?? setup.serial
  const known = () => serverOf(setup, services)
  return {
    hasHd: false,
    live: async () => {
      const { stream, server, account } = known()
      return feedAt(stream(server, name), account)
    },
    ...(playsViewers(setup.platform?.kind) && {
      whep: async (): Promise<WhepTarget> => {
        const { whep, server, headers } = known()
        return { url: whep!(server, name), headers }
      },
    }),
    check: async () => {
      const { look, server } = known()
      await look(server, name)
    },
  }
}
/** Whether the server knows us at all. Errors: `CameraFault`. */
export const checkMediaServer = async (
  setup: PlatformSetup,
  services: SourceServices,
): Promise<void> => {
  const { hello, server } = serverOf(setup, services)
  await hello(server)
}
