import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MediaServerKind } from '#contract/camera/platform.ts'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { listen } from './camera-peers.ts'
import type { Film } from './webrtc-film.ts'

/** `sent`: it flows. `asleep`: fetched when somebody wants it. `silent`: nobody sends it. */
type State = 'sent' | 'asleep' | 'silent'
/** A media server as its documents have it; every port of it is one here. */
export interface MediaServerPeer {
  url: string
  close(): void
  account: string
  secret: string
  /** By name, with the application before it where the server has some. */
  streams: Map<string, State>
  asked: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  /** Sessions that stand, by where they are ended. */
  sessions: Map<string, () => void>
  /** Instead of an answer to an offer. */
  says: { status: number; text: string } | null
}
const flvPicture =
  '-loglevel error -re -f lavfi -i testsrc=size=160x90:rate=10 -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p -f flv pipe:1'
function sendFlv(response: ServerResponse): void {
  const child = spawn(ffmpegFile()!, flvPicture.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] })
  response.writeHead(200, { 'content-type': 'video/x-flv' })
  child.stdout.pipe(response)
  response.on('close', () => child.kill('SIGKILL'))
}
const json = (response: ServerResponse, body: object, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

interface Asked {
  method: string
  url: URL
  body: string
  response: ServerResponse
}
/** What one kind of server answers; null: it has no such place. */
interface Kind {
  /** Whether this place wants to know who asks. */
  guards(url: URL): boolean
  refuse(response: ServerResponse): void
  api(asked: Asked): boolean
  /** The stream that FLV is asked of. */
  flvOf(url: URL): string | null
  /** The stream that an offer asks for. */
  whepOf(url: URL): string | null
  missing: { status: number; text: string }
  /** Where a session is ended; null: nowhere. */
  location(url: URL, host: string): string | null
}

export async function mediaServerPeer(
  kind: MediaServerKind,
  film: Pick<Film, 'answer'>,
): Promise<MediaServerPeer> {
  const has = (name: string | null) => name !== null && peer.streams.has(name)
  const isAsked = (request: IncomingMessage, url: URL) => {
    if (kind === 'zlm') return url.searchParams.get('secret') === peer.secret
    const right = Buffer.from(`${peer.account}:${peer.secret}`).toString('base64')
    return request.headers.authorization === `Basic ${right}`
  }
  const answerOffer = async ({ url, body, response }: Asked, host: string) => {
    if (peer.says) return void response.writeHead(peer.says.status).end(peer.says.text)
    const { missing, whepOf, location } = kinds[kind]
    if (!has(whepOf(url))) return void response.writeHead(missing.status).end(missing.text)
    const { sdp, close } = await film.answer(body)
    const at = location(url, host)
    if (at) peer.sessions.set(new URL(at, peer.url).href, close)
    response
      .writeHead(201, {
        'content-type': 'application/sdp',
        ...(at && { location: at }),
        // What a server tells of its relays is for its own viewers.
        link: '<turn:turn.farm.example>; rel="ice-server"; username="turner"; credential="turn-secret"',
      })
      .end(sdp)
  }
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const url = new URL(request.url!, peer.url)
    const { method = '', headers } = request
    peer.asked.push({ method, path: request.url!, headers })
    const of = kinds[kind]
    if (of.guards(url) && !isAsked(request, url)) return of.refuse(response)
    const asked = { method, url, body: Buffer.concat(parts).toString(), response }
    if (method === 'GET' && of.api(asked)) return
    if (method === 'GET' && has(of.flvOf(url))) return sendFlv(response)
    if (method === 'DELETE') {
      const end = peer.sessions.get(url.href)
      peer.sessions.delete(url.href)
      end?.()
      return void response.writeHead(end ? 200 : 404).end()
    }
    if (method === 'POST' && of.whepOf(url) !== null) {
      if (headers['content-type'] !== 'application/sdp')
        return void response.writeHead(400).end('invalid Content-Type')
      return answerOffer(asked, headers.host!)
    }
    response.writeHead(404).end()
  }
  const { url, close } = await listen((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  const peer: MediaServerPeer = {
    url,
    close: () => {
      for (const end of peer.sessions.values()) end()
      close()
    },
    account: 'farm',
    secret: 'media-secret',
    streams: new Map(),
    asked: [],
    sessions: new Map(),
    says: null,
  }
  const kinds = kindsOf(peer)
  return peer
}

const unauthorized = (response: ServerResponse) =>
  void response.writeHead(401, { 'www-authenticate': 'Basic realm="media"' }).end('401')
const named = (url: URL) => {
  const [app, stream] = ['app', 'stream'].map((name) => url.searchParams.get(name))
  return app && stream ? `${app}/${stream}` : null
}
const kindsOf = ({ streams }: MediaServerPeer): Readonly<Record<MediaServerKind, Kind>> => ({
  go2rtc: {
    guards: () => true,
    refuse: unauthorized,
    api({ url, response }) {
      if (url.pathname !== '/api/streams') return false
      const found = [...streams].map(([name, state]) => [
        name,
        {
          producers: state === 'silent' ? [] : [{ url: 'rtsp://192.168.1.9/main' }],
          consumers: null,
        },
      ])
      json(response, Object.fromEntries(found) as object)
      return true
    },
    flvOf: (url) => (url.pathname === '/api/stream.flv' ? url.searchParams.get('src') : null),
    whepOf: (url) => (url.pathname === '/api/webrtc' ? url.searchParams.get('src') : null),
    missing: { status: 404, text: 'stream not found\n' },
    location: () => null,
  },
  mediamtx: {
    guards: () => true,
    refuse: unauthorized,
    api({ url, response }) {
      const path = decodeURIComponent(url.pathname)
      const [, what, name = ''] = /^\/v3\/(paths|config\/paths)\/get\/(.+)$/.exec(path) ?? []
      if (path === '/v3/paths/list')
        json(response, { itemCount: streams.size, pageCount: 1, items: [] })
      else if (!what) return false
      else if (what === 'config/paths')
        json(response, { name, sourceOnDemand: streams.get(name) === 'asleep' })
      else if (!streams.has(name)) json(response, { error: 'path not found' }, 404)
      else
        json(response, { name, confName: name, source: null, ready: streams.get(name) === 'sent' })
      return true
    },
    flvOf: () => null,
    whepOf: (url) => /^\/(.+)\/whep$/.exec(url.pathname)?.[1] ?? null,
    missing: { status: 404, text: '{"error":"no stream is available on path"}' },
    location: (url) => `${url.pathname}/${randomUUID()}`,
  },
  srs: {
    guards: (url) => url.pathname.startsWith('/api/'),
    refuse: unauthorized,
    api({ url, response }) {
      if (url.pathname !== '/api/v1/streams/') return false
      const all = [...streams].map(([name, state]) => {
        const [app, stream] = name.split('/')
        return { id: name, name: stream, app, publish: { active: state === 'sent', cid: 'c' } }
      })
      json(response, {
        code: 0,
        streams: all.slice(0, Number(url.searchParams.get('count') ?? 10)),
      })
      return true
    },
    flvOf: (url) => /^\/(.+)\.flv$/.exec(url.pathname)?.[1] ?? null,
    whepOf: (url) => (url.pathname === '/rtc/v1/whep/' ? named(url) : null),
    missing: { status: 404, text: '' },
    location: (url) =>
      `/rtc/v1/whep/?action=delete&token=t${randomUUID().slice(0, 8)}&${url.searchParams}&session=s1:c1`,
  },
  zlm: {
    guards: (url) => url.pathname.endsWith('/getMediaList'),
    refuse: (response) => json(response, { code: -100, msg: 'Incorrect secret' }),
    api({ url, response }) {
      if (url.pathname !== '/index/api/getMediaList') return false
      const wanted = named(url)
      const data = [...streams]
        .filter(([name, state]) => state === 'sent' && (wanted === null || name === wanted))
        .map(([name]) => ({ app: name.split('/')[0], stream: name.split('/')[1], schema: 'rtsp' }))
      // Of nothing it says nothing.
      json(response, { code: 0, ...(data.length > 0 && { data }) })
      return true
    },
    flvOf: (url) => /^\/(.+)\.live\.flv$/.exec(url.pathname)?.[1] ?? null,
    whepOf: (url) => (url.pathname === '/index/api/whep' ? named(url) : null),
    missing: { status: 406, text: 'stream not found' },
    location: (_url, host) =>
      `http://${host}/index/api/delete_webrtc?id=zlm_1&token=${randomUUID()}`,
  },
})
