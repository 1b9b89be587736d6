import type { CameraWay } from '#contract/camera/camera.ts'
import type { CameraPlatformKind } from '#contract/camera/platform.ts'
import type { HeldPlace } from '#contract/camera/recording.ts'
import type { Clarity, Direction } from '#contract/camera/viewing.ts'
import type { Answered, Outgoing } from '#server/http/outgoing.ts'

/** Why a camera did not do what it was asked; each has its sentence (`errors:camera.*`). */
export type CameraFaultCode =
  | 'disabled'
  | 'no_address'
  | 'no_platform'
  | 'refused'
  | 'not_found'
  | 'offline'
  | 'not_allowed'
  | 'command_failed'
  | 'unreachable'
  | 'late'
  | 'no_stream'
  | 'hls_encrypted'
  | 'no_ffmpeg'
  | 'webrtc_only'
  | 'no_session'
  | 'codec'
  | 'busy'

/** A camera, or what it is asked through, did not do it; `detail` is what it said itself. */
export class CameraFault extends Error {
  readonly code: CameraFaultCode
  readonly detail: string
  constructor(code: CameraFaultCode, detail = '') {
    super(`${code} ${detail}`)
    this.code = code
    this.detail = detail
  }
}

/** How a camera is reached, as it stands in the database, secrets unsealed. */
export interface CameraSetup {
  tenant: number
  id: number
  name: string
  serial: string
  channel: number
  way: CameraWay
  isEnabled: boolean
  transcodes: boolean
  /** Its fuller picture is what is recorded. */
  recordsHd: boolean
  streamAddress: string | null
  hdAddress: string | null
  whepAddress: string | null
  /** Of its stream at a media server. */
  streamName: string | null
  accountName: string | null
  secret: string | null
  /** null: none is named, or it is switched off. */
  platform: {
    id: number
    kind: CameraPlatformKind
    url: string
    /** Where a media server's streams are read and played, where that is said. */
    streamUrl: string | null
    whepUrl: string | null
    accountName: string | null
    secret: string | null
  } | null
}

/**
 * What a stream is read from. `flv`: FLV over HTTP, and `hls`: a list of pieces, both asked for by
 * ourselves; `rtsp` is read by ffmpeg.
 */
export interface Feed {
  kind: 'flv' | 'hls' | 'rtsp'
  url: string
  /** What is asked with, over HTTP. */
  headers?: Readonly<Record<string, string>>
}
/** Where an offer of WebRTC is answered (WHEP), and what is asked with. */
export interface WhepTarget {
  url: string
  headers: Readonly<Record<string, string>>
}

/** A call that ends a movement, so that another process can make it should this one die. */
export interface StopOrder {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** What the answer must match where a status says nothing: some answer 200 whatever they did. */
  done?: string
}
export const isDone = ({ done }: StopOrder, { status, body }: Answered): boolean =>
  status < 300 && (done === undefined || new RegExp(done).test(body.toString()))

export interface Preset {
  /** As the camera counts it. */
  index: number
  name: string
}

/** What a camera can see happen, by the reading of its box that it becomes. */
export type CameraEventKind = 'motion' | 'line' | 'tamper'
/** Something that a camera saw begin, or end. */
export interface CameraEvent {
  /** The same however often the same is told. */
  id: string
  kind: CameraEventKind
  /** Ms, by our clock. */
  at: number
  isOver: boolean
  /** Goes on until its end is told; anything else is over by itself after a while. */
  lasts: boolean
}
/** What one camera sees, for as long as somebody listens. */
export interface CameraEvents {
  /** Ms to leave between two askings. */
  paceMs: number
  /** What is new, and perhaps what was told before; waits for it for some seconds at most. */
  next(): Promise<readonly CameraEvent[]>
  /** Ends what is kept for us elsewhere. Throws nothing. */
  end(): Promise<void>
}

/** A stretch that is recorded at the source itself: from one moment to another, ms. */
export interface Held {
  place: HeldPlace
  from: number
  to: number
}
export interface Holding {
  /** In no order, and perhaps in pieces that follow each other. */
  held: readonly Held[]
  /** Why this is not all of it; null: it is. */
  lacks: CameraFault | null
}

/** One way of asking a camera. Errors: every method throws `CameraFault`. */
export interface CameraSource {
  /** Where its live picture is read now; asked anew for every stream, because addresses expire. */
  live(clarity: Clarity): Promise<Feed>
  /** Whether it has a second, fuller picture. */
  hasHd: boolean
  /** Where viewers are played to as WebRTC; without it they are not. */
  whep?: () => Promise<WhepTarget>
  /** Begins a movement. Answers what ends it. `speed`: 1 to 100. */
  move?(direction: Exclude<Direction, 'stop'>, speed: number): Promise<StopOrder>
  /** Ms after which a movement ends by itself, for those that have to be told again to go on. */
  movesForMs?: number
  /** Positions that it keeps itself. */
  presets?: {
    /** Keeps where it looks now; answers as what. `taken`: numbers that are in use. */
    add(name: string, taken: readonly number[]): Promise<number>
    /** Turns to it. */
    recall(index: number): Promise<void>
    remove(index: number): Promise<void>
  }
  /** What was recorded at the source itself, from a moment (ms) on, as a stream in real time. */
  playback?(from: number, to: number, place: HeldPlace): Promise<Feed>
  /** What is recorded there between two moments (ms); without it, it does not tell. */
  recorded?(from: number, to: number): Promise<Holding>
  /** What it sees happen, from a moment (ms) on. */
  events?(since: number): CameraEvents
  /** Whether it is registered and heard where it is asked; throws what is wrong. */
  check(): Promise<void>
}

/** What sources are made with. */
export interface SourceServices {
  /** How calls leave, for all that a source asks. */
  outgoing: Outgoing
  /** Ms between two askings of a platform what its cameras saw. */
  eventPaceMs?: number
}
export type SourceOf = (setup: CameraSetup, services: SourceServices) => CameraSource
