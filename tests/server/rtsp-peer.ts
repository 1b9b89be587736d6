import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'

// A camera that speaks RTSP (RFC 2326) as far as a player needs it: OPTIONS, DESCRIBE, SETUP over
// the same connection, PLAY, and then a picture as an MPEG transport stream in RTP (RFC 2250).
const frameBytes = 7 * 188
const rtpHeader = (serial: number, at: number) => {
  const header = Buffer.alloc(12)
  header[0] = 0x80
  header[1] = 33
  header.writeUInt16BE(serial & 0xffff, 2)
  header.writeUInt32BE(at >>> 0, 4)
  header.writeUInt32BE(0x0f0f0f0f, 8)
  return header
}
function film(to: Socket): void {
  const sender = spawn(
    ffmpegFile()!,
    '-loglevel error -re -f lavfi -i testsrc2=size=320x180:rate=10 -pix_fmt yuv420p -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -f mpegts pipe:1'.split(
      ' ',
    ),
    { stdio: ['ignore', 'pipe', 'ignore'] },
  )
  let rest = Buffer.alloc(0)
  let serial = 0
  sender.stdout.on('data', (piece: Buffer) => {
    rest = Buffer.concat([rest, piece])
    while (rest.length >= frameBytes) {
      const packet = Buffer.concat([
        rtpHeader(serial++, Date.now() * 90),
        rest.subarray(0, frameBytes),
      ])
      rest = rest.subarray(frameBytes)
      const frame = Buffer.from([0x24, 0, packet.length >> 8, packet.length & 0xff])
      if (!to.destroyed) to.write(Buffer.concat([frame, packet]))
    }
  })
  to.on('close', () => sender.kill('SIGKILL'))
}

export interface RtspPeer {
  port: number
  /** Requests by their first words, in order. */
  asked: string[]
  close(): void
}
/** `redirect`: where DESCRIBE sends players to, instead of answering. */
export async function rtspPeer(redirect?: () => string): Promise<RtspPeer> {
  const asked: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => open.delete(socket))
    let said = ''
    socket.on('data', (piece) => {
      said += piece.toString('latin1')
      for (let end = said.indexOf('\r\n\r\n'); end >= 0; end = said.indexOf('\r\n\r\n')) {
        const head = said.slice(0, end)
        said = said.slice(end + 4)
        const [verb = ''] = head.split(' ', 1)
        asked.push(verb)
        const answer = (status: string, lines: string[], body = '') =>
          socket.write(
            [
              `RTSP/1.0 ${status}`,
              `CSeq: ${/CSeq: *(\d+)/i.exec(head)?.[1]}`,
              ...lines,
              ...(body ? [`Content-Length: ${body.length}`] : []),
              `\r\n${body}`,
            ].join('\r\n'),
          )
        const sdp = 'v=0\r\ns=gate\r\nt=0 0\r\nm=video 0 RTP/AVP 33\r\na=control:track1\r\n'
        if (verb === 'OPTIONS') answer('200 OK', ['Public: OPTIONS, DESCRIBE, SETUP, PLAY'])
        else if (verb === 'DESCRIBE' && redirect) answer('302 Found', [`Location: ${redirect()}`])
        else if (verb === 'DESCRIBE') answer('200 OK', ['Content-Type: application/sdp'], sdp)
        else if (verb === 'SETUP')
          answer('200 OK', ['Session: 1', 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1'])
        else answer('200 OK', ['Session: 1'])
        if (verb === 'PLAY') film(socket)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    asked,
    close() {
      server.close()
      for (const socket of open) socket.destroy()
    },
  }
}
