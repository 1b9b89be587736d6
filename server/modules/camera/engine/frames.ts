import { ffmpegFile, startFfmpeg } from './ffmpeg.ts'
import { CameraFault } from './source.ts'
import type { StreamKey, Streams } from './streams.ts'

/** Ms in which a picture must be there, a cold stream's start included. */
const withinMs = 15_000
const mostBytes = 8 * 1024 * 1024

/** The picture that a camera shows now, as JPEG. Errors: `CameraFault`. */
export function frameOf(streams: Streams, key: StreamKey): Promise<Buffer> {
  if (!ffmpegFile()) return Promise.reject(new CameraFault('no_ffmpeg'))
  return new Promise((done, fail) => {
    const running = startFfmpeg(
      '-fflags nobuffer -analyzeduration 500000 -f flv -i pipe:0 -frames:v 1 -q:v 3 -f image2pipe -c:v mjpeg pipe:1'.split(
        ' ',
      ),
    )
    const parts: Buffer[] = []
    let size = 0
    let leave = () => undefined as void
    let fault: CameraFault | null = null
    const timer = setTimeout(() => {
      fault = new CameraFault('no_stream', 'no picture in time')
      running.stop()
    }, withinMs)
    running.child.stdout!.on('data', (part: Buffer) => {
      size += part.length
      if (size <= mostBytes) parts.push(part)
    })
    running.child.on('close', () => {
      clearTimeout(timer)
      leave()
      if (size > 0 && !fault) done(Buffer.concat(parts))
      else fail(fault ?? new CameraFault('no_stream', running.complaint()))
    })
    try {
      leave = streams.join(key, {
        take: (bytes) => {
          running.child.stdin!.write(bytes)
        },
        close: (ended) => {
          fault = ended
          running.child.stdin!.end()
        },
      })
    } catch (error) {
      fault = error as CameraFault
      running.stop()
    }
  })
}
