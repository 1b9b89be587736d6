import { spawn, type ChildProcess } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [width, height, rate] = [640, 360, 15]
/** The time of day in ms, as squares of black and white: `bits` of them, `perRow` in a row. */
export const clockFace = { bits: 26, perRow: 13, side: 48 } as const

function frameAt(ms: number): Buffer {
  const frame = Buffer.alloc(width * height, 0x60)
  const { bits, perRow, side } = clockFace
  for (let bit = 0; bit < bits; bit++) {
    const isOn = Math.floor(ms / 2 ** bit) % 2 === 1
    const [left, top] = [(bit % perRow) * side, Math.floor(bit / perRow) * side]
    for (let y = top; y < top + side; y++)
      frame.fill(isOn ? 0xeb : 0x10, y * width + left, y * width + left + side)
  }
  return frame
}

/**
 * A camera that shows what time it is when each picture is taken, encoded as the demo's are: so that
 * whoever sees it knows how old the picture is.
 */
export async function clockCamera(ffmpeg: string): Promise<{ url: string; close(): void }> {
  const running = new Set<ChildProcess>()
  const args =
    `-hide_banner -loglevel error -use_wallclock_as_timestamps 1 -f rawvideo -pix_fmt gray -s ${width}x${height} -r ${rate} -i pipe:0 ` +
    `-fps_mode passthrough -c:v libx264 -preset ultrafast -tune zerolatency -threads 1 -g ${rate} -profile:v baseline -pix_fmt yuv420p ` +
    '-f flv -flvflags no_duration_filesize pipe:1'
  const server = createServer((_request, response) => {
    const child = spawn(ffmpeg, args.split(' '), { stdio: ['pipe', 'pipe', 'ignore'] })
    running.add(child)
    child.stdin.on('error', () => undefined)
    const timer = setInterval(() => {
      if (child.stdin.writableLength < width * height * 4) child.stdin.write(frameAt(Date.now()))
    }, 1000 / rate)
    child.on('close', () => {
      clearInterval(timer)
      running.delete(child)
      response.end()
    })
    response.writeHead(200, { 'content-type': 'video/x-flv' })
    child.stdout.pipe(response)
    response.on('close', () => child.kill('SIGKILL'))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/clock.flv`,
    close() {
      for (const child of running) child.kill('SIGKILL')
      server.closeAllConnections()
      server.close()
    },
  }
}
