import { spawn, type ChildProcess } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Clarity, Direction } from '#contract/camera/viewing.ts'
import type { HeldPlace } from '#contract/camera/recording.ts'
import { filmsOf } from './films.ts'
import { passings } from './passings.ts'
import type { Film, Look, Pole, Sight } from './pole.ts'
import { panoramaSize, type Scene } from './scene.ts'

/** A camera of the demo. */
export interface SimulatedCamera {
  serial: string
  channel: number
  canTurn: boolean
  state: Pole['state']
  scene: Scene
  /** Somebody passes it now and then. */
  isPassed?: boolean
}
const framesPerSecond = 15
const sizes = { sd: [640, 360], hd: [1280, 720] } as const satisfies Record<
  Clarity,
  readonly number[]
>
/** Degrees a second at full speed, and how far it goes. */
const degreesPerSecond = 40
const least = { pitch: -45, fov: 25 }
const most = { pitch: 20, fov: 90 }
const stepMs = 100
/** Ms that a late one takes before it sends anything. */
const lateMs = 4000
/** What each direction does to yaw, pitch and field of view. */
const ways: Readonly<Record<Exclude<Direction, 'stop'>, readonly [number, number, number]>> = {
  up: [0, 1, 0],
  down: [0, -1, 0],
  left: [-1, 0, 0],
  right: [1, 0, 0],
  leftUp: [-1, 1, 0],
  leftDown: [-1, -1, 0],
  rightUp: [1, 1, 0],
  rightDown: [1, -1, 0],
  zoomIn: [0, 0, -1],
  zoomOut: [0, 0, 1],
}
const between = (low: number, value: number, high: number) => Math.min(Math.max(value, low), high)
const vertical = (fov: number, [w, h]: readonly [number, number]) =>
  (2 * Math.atan(Math.tan((fov * Math.PI) / 360) * (h / w)) * 180) / Math.PI

interface Sending {
  child: ChildProcess
  size: readonly [number, number]
  /** As it was last told. */
  told: Look
  /** What is still to be said, a line at a time. */
  lines: string[]
}

/** A pan-tilt-zoom camera that stands in a drawn panorama. */
export class VirtualCamera implements Pole {
  readonly serial: string
  readonly channel: number
  readonly canTurn: boolean
  readonly state: Pole['state']
  readonly #isPassed: boolean
  readonly presets = new Map<number, Look>()
  look: Look
  readonly #ffmpeg: string
  readonly #folder: string
  readonly #scene: string
  readonly #sending = new Set<Sending>()
  #turning: readonly [number, number, number] | null = null
  #timer: NodeJS.Timeout | null = null
  /** `folder`: where the pictures of the scenes lie. */
  constructor(camera: SimulatedCamera, place: number, ffmpeg: string, folder: string) {
    this.serial = camera.serial
    this.channel = camera.channel
    this.canTurn = camera.canTurn
    this.state = camera.state
    this.#isPassed = camera.isPassed ?? false
    this.#ffmpeg = ffmpeg
    this.#folder = folder
    this.#scene = `${camera.scene}-${place}.jpg`
    this.look = { yaw: place * 47 - 160, pitch: -12, fov: 75 }
  }
  stream(clarity: Clarity, response: ServerResponse): void {
    if (this.state === 'dead') return void response.writeHead(404).end()
    const timer = setTimeout(
      () => this.#send(clarity, response),
      this.state === 'late' ? lateMs : 0,
    )
    response.on('close', () => clearTimeout(timer))
  }
  #send(clarity: Clarity, response: ServerResponse): void {
    const size = sizes[clarity]
    const { yaw, pitch, fov } = this.look
    // The tractor goes round once in two minutes, so that one sees that the picture lives.
    // The clock is an input and no filter: a graph that feeds itself ends with nobody, not even with
    // the process that reads it.
    const filter = [
      '[0:v]format=yuv420p[clock]',
      '[1:v]format=yuv420p[scene]',
      '[clock][scene]overlay=x=0:y=0[a]',
      `[a][2:v]overlay=x='mod(t*20,W)':y=H*0.525:eval=frame,v360@cam=e:flat:yaw=${yaw}:pitch=${pitch}:h_fov=${fov}:v_fov=${vertical(fov, size).toFixed(2)}:w=${size[0]}:h=${size[1]}:reset_rot=1[v]`,
    ].join(';')
    const child = spawn(
      this.#ffmpeg,
      [
        '-hide_banner',
        '-loglevel',
        'error',
        '-nostats',
        '-re',
        '-f',
        'lavfi',
        '-i',
        `color=s=${panoramaSize.width}x${panoramaSize.height}:r=${framesPerSecond}`,
        '-i',
        join(this.#folder, this.#scene),
        '-i',
        join(this.#folder, 'tractor.png'),
        '-filter_complex',
        filter,
        '-map',
        '[v]',
        '-r',
        String(framesPerSecond),
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-tune',
        'zerolatency',
        '-threads',
        '1',
        '-g',
        String(framesPerSecond),
        '-profile:v',
        'baseline',
        '-pix_fmt',
        'yuv420p',
        '-f',
        'flv',
        '-flvflags',
        'no_duration_filesize',
        'pipe:1',
      ],
      { stdio: ['pipe', 'pipe', 'ignore'] },
    )
    const sending: Sending = { child, size, told: { ...this.look }, lines: [] }
    child.stdin!.on('error', () => undefined)
    child.on('error', () => response.destroy())
    child.on('close', () => {
      this.#sending.delete(sending)
      response.end()
    })
    this.#sending.add(sending)
    response.writeHead(200, { 'content-type': 'video/x-flv' })
    child.stdout!.pipe(response)
    response.on('close', () => child.kill('SIGKILL'))
    this.#tick()
  }
  seen(from: number, to: number): readonly Sight[] {
    return this.#isPassed ? passings(this.serial, from, to) : []
  }
  films(place: HeldPlace, from: number, to: number): readonly Film[] {
    // What a cloud keeps is what it was told of.
    return place === 'card' || this.#isPassed ? filmsOf(this.serial, place, from, to) : []
  }
  move(direction: Exclude<Direction, 'stop'>, speed: number): void {
    const factor = (degreesPerSecond * speed) / 100 / (1000 / stepMs)
    const [yaw, pitch, fov] = ways[direction]
    this.#turning = [yaw * factor, pitch * factor, fov * factor]
    this.#tick()
  }
  stop(): void {
    this.#turning = null
  }
  get isMoving(): boolean {
    return this.#turning !== null
  }
  #tick(): void {
    this.#timer ??= setInterval(() => {
      if (this.#turning) {
        const [yaw, pitch, fov] = this.#turning
        this.look = {
          yaw: ((this.look.yaw + yaw + 540) % 360) - 180,
          pitch: between(least.pitch, this.look.pitch + pitch, most.pitch),
          fov: between(least.fov, this.look.fov + fov, most.fov),
        }
      }
      for (const sending of this.#sending) this.#tell(sending)
      if (this.#turning || this.#sending.size > 0) return
      clearInterval(this.#timer!)
      this.#timer = null
    }, stepMs)
  }
  /** ffmpeg takes one command a tenth of a second: the one that is furthest behind goes first. */
  #tell(sending: Sending): void {
    const { told, size } = sending
    const changes = (['yaw', 'pitch', 'fov'] as const)
      .map((name) => ({ name, by: Math.abs(this.look[name] - told[name]) }))
      .filter(({ by }) => by > 0.05)
      .toSorted((a, b) => b.by - a.by)
    const command = sending.lines.shift() ?? this.#commandOf(changes[0]?.name, sending, size)
    if (command) sending.child.stdin!.write(`call -1 ${command}\n`)
  }
  #commandOf(
    name: keyof Look | undefined,
    sending: Sending,
    size: readonly [number, number],
  ): string | null {
    if (!name) return null
    sending.told[name] = this.look[name]
    if (name !== 'fov') return `${name} ${this.look[name].toFixed(2)}`
    sending.lines.push(`v_fov ${vertical(this.look.fov, size).toFixed(2)}`)
    return `h_fov ${this.look.fov.toFixed(2)}`
  }
}
