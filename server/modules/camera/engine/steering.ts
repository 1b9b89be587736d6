import { heldMs, type Direction } from '#contract/camera/viewing.ts'
import type { Guard } from './guard.ts'
import type { CameraSource, StopOrder } from './source.ts'

type Moving = Exclude<Direction, 'stop'>
interface Held {
  account: number
  direction: Moving
  order: StopOrder
  /** When the camera was last told to move. */
  toldAt: number
  timer: NodeJS.Timeout
}
/** How often a stop that failed is tried again, after so many ms. */
const stopRetries = [150, 400, 900]

/**
 * Turns cameras, and stops them: when told so, when whoever turns them is not heard for a second,
 * and, by the guard, when this process dies.
 */
export class Steering {
  readonly #held = new Map<string, Held>()
  /** Orders of one camera are given one after another. */
  readonly #lanes = new Map<string, Promise<unknown>>()
  readonly #guard: Guard
  readonly #send: (order: StopOrder) => Promise<void>
  constructor(guard: Guard, send: (order: StopOrder) => Promise<void>) {
    this.#guard = guard
    this.#send = send
  }
  #inLane<T>(camera: string, work: () => Promise<T>): Promise<T> {
    const next = (this.#lanes.get(camera) ?? Promise.resolve()).then(work, work)
    const settled = next.then(
      () => undefined,
      () => undefined,
    )
    this.#lanes.set(camera, settled)
    const clear = () => {
      if (this.#lanes.get(camera) === settled) this.#lanes.delete(camera)
    }
    settled.then(clear, clear)
    return next
  }
  isHeld(camera: string): boolean {
    return this.#held.has(camera)
  }
  /**
   * Begins to turn, or goes on where it does. Answers whether it does: not while somebody else turns
   * it. Errors: `CameraFault`.
   */
  move(
    camera: string,
    account: number,
    source: CameraSource,
    direction: Moving,
    speed: number,
  ): Promise<boolean> {
    const held = this.#held.get(camera)
    if (held?.account === account && held.direction === direction) {
      held.timer.refresh()
      if (source.movesForMs && Date.now() - held.toldAt > source.movesForMs / 4)
        return this.#renew(camera, held, source, speed)
      return Promise.resolve(true)
    }
    return this.#inLane(camera, async () => {
      const before = this.#held.get(camera)
      if (before && before.account !== account) return false
      // Clouds take no second movement before the first was ended.
      if (before) await this.#end(camera, before)
      if (!source.move) return false
      const order = await source.move(direction, speed)
      this.#guard.hold(camera, order)
      const now: Held = {
        account,
        direction,
        order,
        toldAt: Date.now(),
        timer: setTimeout(() => void this.stop(camera, account).catch(() => undefined), heldMs),
      }
      this.#held.set(camera, now)
      return true
    })
  }
  /** Tells a camera again that stops by itself. */
  #renew(camera: string, held: Held, source: CameraSource, speed: number): Promise<boolean> {
    held.toldAt = Date.now()
    return this.#inLane(camera, async () => {
      // It may have been stopped meanwhile.
      if (this.#held.get(camera) !== held || !source.move) return true
      held.order = await source.move(held.direction, speed)
      this.#guard.hold(camera, held.order)
      return true
    })
  }
  /** Ends what this account began; true also where nothing moved. Errors: `CameraFault`. */
  stop(camera: string, account: number | null): Promise<boolean> {
    return this.#inLane(camera, async () => {
      const held = this.#held.get(camera)
      if (!held) return true
      if (account !== null && held.account !== account) return false
      await this.#end(camera, held)
      return true
    })
  }
  async #end(camera: string, { order, timer }: Held): Promise<void> {
    clearTimeout(timer)
    this.#held.delete(camera)
    for (const pause of [...stopRetries, null])
      try {
        await this.#send(order)
        this.#guard.release(camera)
        return
      } catch (error) {
        if (pause === null) {
          this.#guard.release(camera)
          throw error
        }
        await new Promise((done) => setTimeout(done, pause))
      }
  }
  async stopAll(): Promise<void> {
    await Promise.all(
      [...this.#held.keys()].map((camera) => this.stop(camera, null).catch(() => false)),
    )
  }
}
