import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cameraWays } from '#contract/camera/camera.ts'
import type { HeldPlace } from '#contract/camera/recording.ts'
import type { Clarity, Direction } from '#contract/camera/viewing.ts'
import { ask } from '#server/http/outgoing.ts'
import { CameraFault, isDone } from '#server/modules/camera/engine/source.ts'
import type { CameraSetup, StopOrder } from '#server/modules/camera/engine/source.ts'
import { ezvizPeer } from '#simulator/cameras/ezviz-peer.ts'
import { wvpPeer } from '#simulator/cameras/wvp-peer.ts'
import type { Film, Look, Pole, Sight } from '#simulator/cameras/pole.ts'

/** A camera that remembers what it was told. */
export class TestPole implements Pole {
  look: Look = { yaw: 0, pitch: 0, fov: 60 }
  readonly presets = new Map<number, Look>()
  /** Where it turns at the moment, how fast. */
  moving: { direction: Direction; speed: number } | null = null
  readonly serial: string
  readonly channel: number
  canTurn = true
  state: Pole['state'] = 'on'
  constructor(serial: string, channel = 1) {
    this.serial = serial
    this.channel = channel
  }
  /** What it saw so far. */
  readonly sights: Sight[] = []
  seen(from: number, to: number): readonly Sight[] {
    return this.sights.filter(({ at }) => at >= from && at <= to)
  }
  /** What it and its cloud keep. */
  readonly kept: Record<HeldPlace, Film[]> = { card: [], cloud: [] }
  films(place: HeldPlace, from: number, to: number): readonly Film[] {
    return this.kept[place].filter((film) => film.to > from && film.from < to)
  }
  stream(_clarity: Clarity, response: ServerResponse): void {
    response.writeHead(404).end()
  }
  move(direction: Exclude<Direction, 'stop'>, speed: number): void {
    this.moving = { direction, speed }
  }
  stop(): void {
    this.moving = null
  }
}
export const outgoing = { allowsPrivate: true, timeoutMs: 600 }
export const account = 'farm-key'
export const secret = 'farm-secret'

/** A server of this machine; `answer` is told the address below it. */
export async function listen(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<{ url: string; close(): void }> {
  const server = createServer(answer)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
/** Both services, with cameras of the test; `at` is where their pictures are said to be read. */
export async function cameraPeers(
  poles: readonly TestPole[],
  at = 'http://127.0.0.1:1',
  webrtc?: (app: string, stream: string) => string | null,
) {
  const media = (pole: Pole, clarity: Clarity) =>
    `${at}/${pole.serial}/${pole.channel}/${clarity}.flv`
  const options = {
    poles: new Map(poles.map((pole) => [`${pole.serial}/${pole.channel}`, pole])),
    media,
    ...(webrtc && { webrtc }),
    account,
    secret,
  }
  const peers = { ezviz: ezvizPeer(options), wvp: wvpPeer(options) }
  const { url, close } = await listen((request, response) => {
    const [, name = '', path = ''] = /^\/(ezviz|wvp)(\/.*)$/.exec(request.url ?? '') ?? []
    if (name === 'ezviz' || name === 'wvp') return peers[name](request, response, path)
    response.writeHead(404).end()
  })
  return { ...peers, url, close }
}
export const kinds = { ezviz: cameraWays.cloud, wvp: cameraWays.gb } as const
/** A camera of ours that is asked through one of them. */
export const setupAt = (
  url: string,
  kind: keyof typeof kinds,
  serial: string,
  more: Partial<CameraSetup> = {},
): CameraSetup => ({
  tenant: 1,
  id: 1,
  name: 'C',
  serial,
  channel: 1,
  way: kinds[kind],
  isEnabled: true,
  transcodes: false,
  recordsHd: true,
  streamAddress: null,
  hdAddress: null,
  whepAddress: null,
  streamName: null,
  accountName: null,
  secret: null,
  platform: {
    id: 1,
    kind,
    url,
    streamUrl: null,
    whepUrl: null,
    accountName: account,
    secret,
  },
  ...more,
})
/** What was refused with; 'done' where nothing was. */
export const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof CameraFault) return error.code
      throw error
    },
  )
/** Carries an order out as whoever holds it does; answers whether it was obeyed. */
export const obeyed = async (order: StopOrder): Promise<boolean> =>
  isDone(
    order,
    await ask(
      order.method,
      order.url,
      order.body === '' ? null : Buffer.from(order.body),
      order.headers,
      outgoing,
    ),
  )

const tagOf = (...data: number[]) => {
  const head = Buffer.from([9, 0, 0, data.length, 0, 0, 0, 0, 0, 0, 0])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length + data.length)
  return Buffer.concat([head, Buffer.from(data), length])
}
/** The beginning of a stream as FLV: what a decoder is set up with, and one picture. */
export const flvOf = (codec: 'h264' | 'hevc') => {
  const frame = codec === 'h264' ? 0x17 : 0x1c
  return Buffer.concat([
    Buffer.from([0x46, 0x4c, 0x56, 1, 1, 0, 0, 0, 9, 0, 0, 0, 0]),
    tagOf(frame, 0, 0, 0, 0, 1, 2, 3),
    tagOf(frame, 1, 0, 0, 0, 4, 5, 6),
  ])
}
