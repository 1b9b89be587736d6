import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { startPage } from './start-page.ts'

type Handler = (request: IncomingMessage, response: ServerResponse) => void
/**
 * What is being done before the console can answer, as a key of `start.json`, and how much of it (0
 * to 1).
 */
export interface Stage {
  key: string
  share: number
}

/**
 * A body must come at some pace, however long it takes in all: this many bytes in this many ms, or
 * its connection ends.
 */
const pace = { leastBytes: 16 * 1024, everyMs: 30_000 }
const headersMs = 30_000

/**
 * The HTTP port. It is open from the first moment of a start, when it answers a page that says how
 * far the start is, and to
 * the last answer of an end, when it takes no new connection and lets those finish that are under
 * way.
 */
export class Front {
  readonly server: Server
  #handler: Handler | null = null
  #stage: Stage | null = null
  #isDraining = false
  readonly #running = new Set<ServerResponse>()
  #onIdle: () => void = () => undefined
  constructor({ paceMs = pace.everyMs } = {}) {
    // Not how long a request takes, but whether it moves: `requestTimeout` would end a large upload
    // over a slow line.
    this.server = createServer(
      {
        requestTimeout: 0,
        headersTimeout: headersMs,
        keepAliveTimeout: 72_000,
        connectionsCheckingInterval: 5000,
      },
      (request, response) => {
        this.#running.add(response)
        response.once('close', () => {
          this.#running.delete(response)
          if (this.#running.size === 0) this.#onIdle()
        })
        if (this.#isDraining) response.setHeader('connection', 'close')
        watchPace(request, response, paceMs)
        if (this.#stage === null && this.#handler) this.#handler(request, response)
        else answerStarting(request, response, this.#stage ?? { key: 'start.database', share: 0 })
      },
    )
  }

  /** What answers once no stage of a start is shown any more. */
  serve(handler: Handler): Server {
    this.#handler = handler
    return this.server
  }
  /** Errors: rejects with a sentence when the port is taken. */
  async listen(port: number, host: string): Promise<void> {
    this.#stage = { key: 'start.database', share: 0 }
    await new Promise<void>((resolve, reject) => {
      this.server.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE'
            ? new Error(`PORT ${port} is in use: stop what listens there, or set another PORT.`)
            : error,
        ),
      )
      this.server.listen(port, host, resolve)
    })
  }
  show(stage: Stage | null): void {
    this.#stage = stage
  }
  /**
   * Takes no new connection and waits for the answers that are under way, but no longer than
   * `mostMs`.
   */
  async drain(mostMs: number): Promise<void> {
    this.#isDraining = true
    this.server.close()
    for (const response of this.#running)
      if (!response.headersSent) response.setHeader('connection', 'close')
    if (this.#running.size > 0) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, mostMs)
        this.#onIdle = () => (clearTimeout(timer), resolve())
      })
    }
    this.server.closeAllConnections()
  }
}

function watchPace(request: IncomingMessage, response: ServerResponse, everyMs: number): void {
  if (
    request.headers['content-length'] === undefined &&
    request.headers['transfer-encoding'] === undefined
  )
    return
  const { socket } = request
  let before = socket.bytesRead
  const timer = setInterval(() => {
    if (request.complete || response.writableEnded) return clearInterval(timer)
    const now = socket.bytesRead
    // Whoever keeps it waiting here is us: what has come is not taken up yet.
    if (now - before < pace.leastBytes && request.readableLength === 0) {
      if (!response.headersSent) response.writeHead(408, { connection: 'close' }).end()
      socket.destroySoon()
      clearInterval(timer)
    }
    before = now
  }, everyMs)
  response.once('close', () => clearInterval(timer))
}

const isPage = (request: IncomingMessage) =>
  request.method === 'GET' && (request.headers.accept ?? '').includes('text/html')

function answerStarting(request: IncomingMessage, response: ServerResponse, stage: Stage): void {
  const isAlive = request.url === '/healthz'
  const headers = { 'cache-control': 'no-store', ...(isAlive ? {} : { 'retry-after': '2' }) }
  const [type, body] = isPage(request)
    ? ['text/html; charset=utf-8', startPage(stage)]
    : [
        'application/json',
        JSON.stringify(
          isAlive
            ? { status: 'ok' }
            : request.url === '/readyz'
              ? { status: 'starting', checks: { start: stage.key } }
              : { failed: true, code: 'error.serverBusy', message: stage.key, type: 'warn' },
        ),
      ]
  request.resume()
  response.writeHead(isAlive ? 200 : 503, {
    ...headers,
    'content-type': type,
    'content-length': Buffer.byteLength(body),
  })
  response.end(request.method === 'HEAD' ? undefined : body)
}
