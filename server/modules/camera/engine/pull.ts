import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { isAddress, openStream, type Outgoing } from '#server/http/outgoing.ts'
import { ffmpegFile, startFfmpeg, type Running } from './ffmpeg.ts'
import { codecOf, flvHeader, FlvReader, type Codec, type Tag } from './flv.ts'
import { piecesOf } from './hls-feed.ts'
import { pinned } from './pinned.ts'
import { relayTo, type Relay } from './rtsp-relay.ts'
import { CameraFault, type CameraFaultCode, type Feed } from './source.ts'

/** Takes the stream, tag by tag; `close` says that no more comes. */
export interface Consumer {
  take(bytes: Buffer, tag: Tag | null): void
  close(fault: CameraFault | null): void
}

/** Ms until the first picture must have come. */
const firstTagMs = 12_000
/** Ms of silence after which a stream counts as gone. */
const silentMs = 10_000
/** Of one group of pictures; a camera with longer ones makes its viewers wait for the next. */
const mostGroupBytes = 12 * 1024 * 1024

/** Pieces come by the handful: they are read a little faster than they play, and never waited for. */
const paced = ['-readrate', '1.05', '-analyzeduration', '2000000']

interface Read {
  url: string
  transcodes: boolean
  isPaced?: boolean
}
const toFlv = ({ url, transcodes, isPaced }: Read): string[] => [
  // Whatever the other side names: nothing is read but what was asked for.
  '-protocol_whitelist',
  'pipe,tcp,tls,crypto,rtp,rtsp,rtsps',
  ...(url.startsWith('rtsp') ? ['-rtsp_transport', 'tcp', '-timeout', '8000000'] : []),
  ...(isPaced ? paced : []),
  '-fflags',
  'nobuffer',
  '-i',
  url,
  '-map',
  '0:v:0',
  '-map',
  '0:a:0?',
  ...(transcodes
    ? ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '30']
    : ['-c:v', 'copy']),
  '-c:a',
  'aac',
  '-f',
  'flv',
  '-flvflags',
  'no_duration_filesize',
  'pipe:1',
]

/**
 * One stream of one camera, read once and handed to everybody who watches, records or takes
 * pictures. Whoever comes later begins with the last group of pictures, and so at once.
 */
export class Pull {
  readonly #consumers = new Set<Consumer>()
  /** Who came before the first picture. */
  readonly #waiting = new Set<Consumer>()
  #hasAudio = false
  #setup: Tag[] = []
  #group: Tag[] = []
  #groupBytes = 0
  #end: (() => void) | null = null
  #ended = false
  #timer: NodeJS.Timeout | null = null
  #codec: Codec | null = null
  #lastAt = 0
  /** Called once, when nothing comes any more. */
  onEnd: (fault: CameraFault | null) => void = () => undefined
  /** Called once, with the first picture. */
  onFirst: () => void = () => undefined

  get codec(): Codec | null {
    return this.#codec
  }
  get size(): number {
    return this.#consumers.size + this.#waiting.size
  }
  /** Ms since the last picture; null: none has come. */
  get quietMs(): number | null {
    return this.#lastAt === 0 ? null : Date.now() - this.#lastAt
  }

  /** Begins to read. What goes wrong ends it, and is told to all who take it. */
  start(feed: Feed, outgoing: Outgoing, transcodes: boolean): void {
    this.#wait(firstTagMs)
    void this.#read(feed, outgoing, transcodes).catch((error: unknown) =>
      this.end(
        error instanceof CameraFault ? error : new CameraFault('unreachable', String(error)),
      ),
    )
  }
  async #read(feed: Feed, outgoing: Outgoing, transcodes: boolean): Promise<void> {
    const reader = new FlvReader((tag) => this.#take(tag))
    const read = (piece: Buffer) => {
      try {
        reader.push(piece)
      } catch (error) {
        this.end(new CameraFault('no_stream', String(error)))
      }
    }
    if (feed.kind === 'flv') {
      const answer = await openFlv(feed, outgoing)
      if (this.#ended) return void answer.destroy()
      if (transcodes) return this.#through(ffmpeg({ url: 'pipe:0', transcodes }), read, answer)
      this.#end = () => answer.destroy()
      answer.on('data', read)
      answer.on('error', () => undefined)
      answer.on('close', () => this.end(new CameraFault('no_stream')))
      return
    }
    if (feed.kind === 'hls') {
      const running = ffmpeg({ url: 'pipe:0', transcodes, isPaced: true })
      return this.#through(running, read, Readable.from(piecesOf(feed, outgoing)))
    }
    const url = await pinned(feed.url, outgoing)
    if (this.#ended) return
    if (outgoing.allowsPrivate) return this.#through(ffmpeg({ url, transcodes }), read, null)
    const relay = await relayTo(url)
    if (this.#ended) return relay.close()
    this.#through(ffmpeg({ url: relay.url, transcodes }), read, null, relay)
  }
  #through(
    running: Running,
    read: (piece: Buffer) => void,
    from: Readable | null,
    relay: Relay | null = null,
  ): void {
    const { child } = running
    this.#end = () => {
      from?.destroy()
      running.stop()
      relay?.close()
    }
    if (from) from.pipe(child.stdin!)
    else child.stdin!.end()
    from?.on('error', (error) => error instanceof CameraFault && this.end(error))
    child.stdout!.on('data', read)
    child.on('close', () =>
      this.end(
        relay?.isRedirected
          ? new CameraFault('no_address', 'it sends players to another address')
          : faultOf(running.complaint()),
      ),
    )
  }

  #wait(ms: number): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = setTimeout(
      () => this.end(new CameraFault('no_stream', this.#lastAt ? 'silent' : 'nothing came')),
      ms,
    )
    this.#timer.unref()
  }
  #take(tag: Tag): void {
    if (this.#ended) return
    this.#codec ??= codecOf(tag)
    if (tag.kind === 'audio') this.#hasAudio = true
    if (tag.kind === 'script' || tag.isSetup) {
      // A new one of the same kind takes the place of the old.
      this.#setup = [
        ...this.#setup.filter(({ kind, isSetup }) => kind !== tag.kind || isSetup !== tag.isSetup),
        tag,
      ]
    } else {
      if (tag.isKey) [this.#group, this.#groupBytes] = [[], 0]
      if (this.#groupBytes < mostGroupBytes && (tag.isKey || this.#group.length > 0)) {
        this.#group.push(tag)
        this.#groupBytes += tag.bytes.length
      }
    }
    if (tag.kind === 'video' && !tag.isSetup) {
      if (this.#lastAt === 0) {
        this.#wait(silentMs)
        this.onFirst()
      } else this.#timer?.refresh()
      this.#lastAt = Date.now()
    }
    for (const consumer of this.#consumers) consumer.take(tag.bytes, tag)
    if (!this.isReady) return
    for (const consumer of this.#waiting) this.#welcome(consumer)
    this.#waiting.clear()
  }
  /** What a decoder needs, and the last group of pictures. */
  #welcome(consumer: Consumer): void {
    consumer.take(flvHeader(this.#hasAudio), null)
    for (const tag of this.#setup) consumer.take(tag.bytes, tag)
    for (const tag of this.#group) consumer.take(tag.bytes, tag)
    this.#consumers.add(consumer)
  }
  join(consumer: Consumer): void {
    if (this.isReady) this.#welcome(consumer)
    else this.#waiting.add(consumer)
  }
  leave(consumer: Consumer): void {
    this.#consumers.delete(consumer)
    this.#waiting.delete(consumer)
  }
  /** Whether what was taken so far can be read: a whole beginning of a group. */
  get isReady(): boolean {
    return this.#group.length > 0
  }
  end(fault: CameraFault | null): void {
    if (this.#ended) return
    this.#ended = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#end?.()
    const all = [...this.#consumers, ...this.#waiting]
    this.#consumers.clear()
    this.#waiting.clear()
    for (const consumer of all) consumer.close(fault)
    this.onEnd(fault)
  }
}

function ffmpeg(what: Read): Running {
  if (!ffmpegFile()) throw new CameraFault('no_ffmpeg')
  return startFfmpeg(toFlv(what))
}
/** What ffmpeg complained of, as one of ours. */
function faultOf(complaint: string): CameraFault {
  if (/401|unauthorized|403|forbidden/i.test(complaint))
    return new CameraFault('refused', complaint)
  if (/404|not found/i.test(complaint)) return new CameraFault('not_found', complaint)
  if (/refused|timed out|unreachable|resolve/i.test(complaint))
    return new CameraFault('unreachable', complaint)
  return new CameraFault('no_stream', complaint)
}

const refusals: Readonly<Record<number, CameraFaultCode>> = {
  401: 'refused',
  403: 'refused',
  404: 'not_found',
}
/** Asks for a stream. Errors: `CameraFault`. */
async function openFlv({ url, headers }: Feed, outgoing: Outgoing): Promise<IncomingMessage> {
  if (!isAddress(url, outgoing)) throw new CameraFault('no_address', 'not a public address')
  const answer = await openStream(url, outgoing, headers).catch((error: unknown) => {
    throw new CameraFault('unreachable', (error as Error).message)
  })
  if (answer.statusCode === 200) return answer
  answer.destroy()
  throw new CameraFault(refusals[answer.statusCode!] ?? 'no_stream', `HTTP ${answer.statusCode}`)
}
