import type { StreamKey } from './streams.ts'

/** So many pictures are made at once: each begins a stream where none flows. */
const mostAtOnce = 3
const mostKept = 500
interface Kept {
  at: number
  picture: Promise<Buffer>
}

/** Pictures of cameras, made once for all who ask at about the same time. */
export class Stills {
  readonly #kept = new Map<string, Kept>()
  readonly #waiting: (() => void)[] = []
  #making = 0
  readonly #make: (key: StreamKey) => Promise<Buffer>
  constructor(make: (key: StreamKey) => Promise<Buffer>) {
    this.#make = make
  }
  /** A picture that is at most so many ms old. Errors: `CameraFault`. */
  of(key: StreamKey, mostAge: number): Promise<Buffer> {
    const name = `${key.tenant}/${key.camera}`
    const kept = this.#kept.get(name)
    if (kept && Date.now() - kept.at <= mostAge) return kept.picture
    const made: Kept = { at: Date.now(), picture: this.#inTurn(key) }
    this.#kept.set(name, made)
    made.picture.then(
      () => (made.at = Date.now()),
      () => this.#kept.get(name) === made && this.#kept.delete(name),
    )
    if (this.#kept.size > mostKept) this.#kept.delete(this.#kept.keys().next().value!)
    return made.picture
  }
  async #inTurn(key: StreamKey): Promise<Buffer> {
    if (this.#making >= mostAtOnce) await new Promise<void>((go) => this.#waiting.push(go))
    this.#making++
    try {
      return await this.#make(key)
    } finally {
      this.#making--
      this.#waiting.shift()?.()
    }
  }
}
