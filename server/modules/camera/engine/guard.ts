import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Outgoing } from '#server/http/outgoing.ts'
import type { StopOrder } from './source.ts'

/** A line to the guard. */
export interface GuardLine {
  camera: string
  /** null: it stands still again. */
  order: StopOrder | null
  allowsPrivate: boolean
  stands: readonly (readonly [string, number])[]
}
/** Ms without a movement after which the guard goes home. */
const idleMs = 60_000

/**
 * A process beside this one that knows what moves, and stops it should this one die in the middle:
 * killed, it cannot do so itself.
 */
export class Guard {
  readonly #outgoing: Outgoing
  #child: ChildProcess | null = null
  #idle: NodeJS.Timeout | null = null
  readonly #holding = new Set<string>()
  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing
  }
  #say(camera: string, order: StopOrder | null): void {
    const { allowsPrivate, stands } = this.#outgoing
    const line: GuardLine = { camera, order, allowsPrivate, stands: [...(stands ?? [])] }
    this.#child?.stdin!.write(`${JSON.stringify(line)}\n`)
  }
  hold(camera: string, order: StopOrder): void {
    if (this.#idle) clearTimeout(this.#idle)
    this.#holding.add(camera)
    if (!this.#child) {
      const [loader, entry] = import.meta.env?.PROD
        ? [[], './camera-guard.js']
        : [['--import', 'tsx'], './guard-main.ts']
      const child = spawn(
        process.execPath,
        [...loader, fileURLToPath(new URL(entry, import.meta.url))],
        // Of a group of its own: a key pressed in the terminal ends us first, and it after us.
        { stdio: ['pipe', 'ignore', 'inherit'], detached: true },
      )
      child.stdin!.on('error', () => undefined)
      child.on('error', () => undefined)
      child.on('close', () => {
        if (this.#child === child) this.#child = null
      })
      child.unref()
      this.#child = child
    }
    this.#say(camera, order)
  }
  release(camera: string): void {
    this.#holding.delete(camera)
    this.#say(camera, null)
    if (this.#holding.size > 0) return
    this.#idle = setTimeout(() => this.stop(), idleMs)
    this.#idle.unref()
  }
  stop(): void {
    this.#child?.stdin!.end()
    this.#child = null
  }
}
