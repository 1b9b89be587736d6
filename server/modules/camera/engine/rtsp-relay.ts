import { connect as connectPlain, createServer, type AddressInfo, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { CameraFault } from './source.ts'

/** Where the player is told to go, and how it is taken away. */
export interface Relay {
  url: string
  /** Whether the server sent the player elsewhere. */
  readonly isRedirected: boolean
  close(): void
}
/** Of an answer's first line, wherever it stands: `RTSP/1.0 302`, read as leniently as players do. */
const redirect = /RTSP\/\S*[ \t]+\+?0*3\d\d(?!\d)/i
/** Of what came, the end that may hold the beginning of such a line. */
const keptChars = 200
/** Where the player asks for pictures, it has been told where they are. */
const asksToPlay = /^PLAY /m

/**
 * A door on loopback to one RTSP server whose address was looked up and allowed (`pinned`). Players
 * follow redirects by themselves, to hosts that nobody looked at: through this door they reach that
 * server alone, and a server that sends them elsewhere is cut off. RTSPS is opened here, because
 * nobody could look into it otherwise.
 */
export async function relayTo(pinnedUrl: string): Promise<Relay> {
  const target = new URL(pinnedUrl)
  const isTls = target.protocol === 'rtsps:'
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const port = Number(target.port || (isTls ? 322 : 554))
  const open = new Set<Socket>()
  let isRedirected = false
  const hold = (socket: Socket, other: () => Socket | undefined) => {
    open.add(socket)
    // What one side ends, the other has no use for.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      other()?.destroy()
    })
  }
  const server = createServer((player) => {
    // Cameras have certificates of their own making, if any.
    const camera = isTls
      ? connectTls({ host, port, rejectUnauthorized: false })
      : connectPlain({ host, port })
    hold(player, () => camera)
    hold(camera, () => player)
    let [asked, answered, isPlaying] = ['', '', false]
    player.on('data', (piece: Buffer) => {
      if (!isPlaying) {
        asked = (asked + piece.toString('latin1')).slice(-keptChars - piece.length)
        isPlaying = asksToPlay.test(asked)
      }
      if (!camera.write(piece)) {
        player.pause()
        camera.once('drain', () => player.resume())
      }
    })
    camera.on('data', (piece: Buffer) => {
      if (!isPlaying) {
        answered = answered.slice(-keptChars) + piece.toString('latin1')
        if (redirect.test(answered)) {
          isRedirected = true
          return player.destroy()
        }
      }
      if (!player.write(piece)) {
        camera.pause()
        player.once('drain', () => camera.resume())
      }
    })
  })
  await new Promise<void>((listening, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', listening)
  }).catch((error: unknown) => {
    throw new CameraFault('unreachable', String(error))
  })
  // It keeps nobody's process running.
  server.unref()
  const url = new URL(pinnedUrl.replace(/^rtsps:/i, 'rtsp:'))
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    get isRedirected() {
      return isRedirected
    },
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
