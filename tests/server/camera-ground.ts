import { spawn } from 'node:child_process'
import { ffmpegFile } from '#server/modules/camera/engine/ffmpeg.ts'
import { area } from '#contract/farm/area.ts'
import { callOf } from '#contract/entity-calls.ts'
import { camera } from '#contract/camera/camera.ts'
import { listen } from './camera-peers.ts'
import { unique, type Tenant } from './harness.ts'
import { make, type Made } from './samples.ts'

const picture =
  '-re -f lavfi -i testsrc=size=160x90:rate=10 -c:v libx264 -preset ultrafast -tune zerolatency -g 10 -pix_fmt yuv420p -f flv pipe:1'

/** A stream that goes on for whoever asks for it, and is let go of with them. */
export const flvCamera = (isUp = () => true) =>
  listen((request, response) => {
    if (!isUp()) return void response.writeHead(503).end()
    const child = spawn(ffmpegFile()!, picture.split(' '), { stdio: ['ignore', 'pipe', 'ignore'] })
    response.writeHead(200, { 'content-type': 'video/x-flv' })
    child.stdout.pipe(response)
    request.on('close', () => child.kill('SIGKILL'))
    response.on('close', () => child.kill('SIGKILL'))
  })

/** A camera that is asked at an address. */
export const newCamera = async (
  { admin }: Pick<Tenant, 'admin'>,
  streamAddress: string | null = null,
  more: Record<string, unknown> = {},
): Promise<Made & { name: string; areaId: number }> => {
  const name = unique('cam')
  return admin.call(callOf(camera, 'create'), {
    name,
    deviceSerial: unique('S'),
    cameraType: 0,
    cameraEnter: 4,
    areaId: (await make(area, admin)).id,
    ...(streamAddress && { streamAddress }),
    ...more,
  })
}
