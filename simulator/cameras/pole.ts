import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HeldPlace } from '#contract/camera/recording.ts'
import type { Clarity, Direction } from '#contract/camera/viewing.ts'

/** Where a simulated camera looks: degrees, as a panorama counts them. */
export interface Look {
  yaw: number
  pitch: number
  /** Horizontal field of view. */
  fov: number
}
/** Something that a camera saw; `at` in ms. */
export interface Sight {
  id: string
  kind: 'motion' | 'line' | 'tamper'
  at: number
}
/** A file that a camera recorded; ms. */
export interface Film {
  from: number
  to: number
}
/** A simulated camera, as its maker's cloud or server has it on its pole. */
export interface Pole {
  serial: string
  channel: number
  /** Whether it turns and zooms. */
  canTurn: boolean
  /** `dead`: registered and not heard. `late`: it takes some seconds to send. */
  state: 'on' | 'late' | 'dead'
  look: Look
  presets: Map<number, Look>
  /** Sends its picture as FLV until who asked has gone. */
  stream(clarity: Clarity, response: ServerResponse): void
  /** What it saw between two moments (ms), whoever asks and however often. */
  seen(from: number, to: number): readonly Sight[]
  /** What it recorded between two moments (ms), whoever asks and however often. */
  films(place: HeldPlace, from: number, to: number): readonly Film[]
  /** Goes on until it is stopped. */
  move(direction: Exclude<Direction, 'stop'>, speed: number): void
  stop(): void
}
export type Poles = ReadonlyMap<string, Pole>

/**
 * A service that cameras are asked through, below its own part of the address; it answers every
 * request. `media`: the address at which a camera's FLV is read, which the service gives out.
 */
export type Peer = (request: IncomingMessage, response: ServerResponse, path: string) => void
export interface PeerOptions {
  poles: Poles
  media(pole: Pole, clarity: Clarity): string
  /** Where its media server takes viewers as WebRTC, by the names it has the stream under. */
  webrtc?(app: string, stream: string): string | null
  /** What it is signed in to with. */
  account: string
  secret: string
}
