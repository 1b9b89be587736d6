import { connect, type Socket } from 'node:net'
import { lengthOf } from './mqtt-cases.ts'

const answerMs = 2000

export const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}
export function packet(first: number, ...parts: (Buffer | number[])[]): Buffer {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)))
  return Buffer.concat([Buffer.from([first]), lengthOf(body.length), body])
}

/** Bytes to and from a broker, read as a test asks for them. */
export class RawClient {
  readonly #socket: Socket
  #held: Buffer = Buffer.alloc(0)
  #isEnded = false
  #wake: () => void = () => undefined
  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => {
      this.#held = Buffer.concat([this.#held, chunk])
      this.#wake()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#isEnded = true
      this.#wake()
    })
    socket.on('end', () => socket.destroy())
  }
  static open(host: string, port: number): Promise<RawClient> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, host, () => resolve(new RawClient(socket)))
      socket.once('error', reject)
    })
  }
  send(bytes: Buffer): void {
    this.#socket.write(bytes)
  }
  end(): void {
    this.#socket.destroy()
  }
  async #until(isThere: () => boolean): Promise<void> {
    const over = Date.now() + answerMs
    while (!isThere() && !this.#isEnded && Date.now() < over) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, over - Date.now())
        this.#wake = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
  }
  /** Errors: throws when other bytes come, or none. */
  async expect(bytes: Buffer): Promise<void> {
    await this.#until(() => this.#held.length >= bytes.length)
    const found = this.#held.subarray(0, bytes.length)
    this.#held = this.#held.subarray(bytes.length)
    if (!found.equals(bytes))
      throw new Error(
        `expected ${bytes.toString('hex')}, received ${found.toString('hex') || (this.#isEnded ? 'the end' : 'nothing')}`,
      )
  }
  /** Errors: throws when more comes, or the broker does not close. */
  async expectClosed(): Promise<void> {
    await this.#until(() => this.#held.length > 0)
    if (this.#held.length > 0)
      throw new Error(`expected the end, received ${this.#held.toString('hex')}`)
    if (!this.#isEnded) throw new Error('still connected')
  }
}
