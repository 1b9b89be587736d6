import { createInterface } from 'node:readline'
import { play, type FieldDevice } from './field-device.ts'
import type { Broken } from './faults.ts'
import { memoryIn } from './memory.ts'
import { ezvizPeer } from './cameras/ezviz-peer.ts'
import { wvpPeer } from './cameras/wvp-peer.ts'
import { openServices, type CameraScript } from './cameras/services.ts'

/**
 * What is played, the first line of the standard input; `since` in ms: devices know what was from
 * then on.
 */
interface Script {
  url: string
  devices: readonly FieldDevice[]
  since: number
  /** The file in which gateways keep what they were told. */ memory: string
  /** Cameras and what they are asked through; none where there is no ffmpeg. */
  video?: CameraScript
}
/** Each line after it: what is wrong with a device from now on, or nothing any more. */
interface Breaking {
  id: number
  broken: Broken | null
}

const playing = new Map<number, ReturnType<typeof play>>()
let isPlaying = false
const input = createInterface({ input: process.stdin })
input.on('line', (line) => {
  if (isPlaying) {
    const { id, broken } = JSON.parse(line) as Breaking
    return playing.get(id)?.(broken)
  }
  isPlaying = true
  const { url, devices, since, memory, video } = JSON.parse(line) as Script
  const kept = memoryIn(memory)
  for (const [i, device] of devices.entries())
    playing.set(device.id, play(url, device, i + 1, since, kept))
  // Said once: at which port cameras' services answer.
  if (video)
    openServices(video, { ezviz: ezvizPeer, wvp: wvpPeer }).then(
      ({ port }) => console.log(JSON.stringify({ port })),
      (error: unknown) => console.error(error),
    )
})
// When the input ends, so does this.
input.on('close', () => process.exit(0))
