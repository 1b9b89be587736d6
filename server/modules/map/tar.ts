import { open, type FileHandle } from 'node:fs/promises'

const blockBytes = 512
/** What the fields of a header hold: octal, ended by a NUL. */
const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits - 1, '0')}\0`

/** The header of one file, as POSIX ustar has it. */
function headerOf(name: string, size: number, at: Date): Buffer {
  const block = Buffer.alloc(blockBytes)
  const put = (offset: number, text: string) => block.write(text, offset, 'latin1')
  put(0, name)
  put(100, octal(0o644, 8))
  put(108, octal(0, 8))
  put(116, octal(0, 8))
  put(124, octal(size, 12))
  put(136, octal(Math.floor(at.getTime() / 1000), 12))
  // The sum counts its own field as blanks.
  put(148, ' '.repeat(8))
  put(156, '0')
  put(257, 'ustar\0')
  put(263, '00')
  const sum = block.reduce((total, byte) => total + byte, 0)
  put(148, `${sum.toString(8).padStart(6, '0')}\0 `)
  return block
}

/** A tar written file by file: many small files, one after the other, that a browser reads as they come. */
export class TarWriter {
  readonly #handle: FileHandle
  #bytes = 0
  private constructor(handle: FileHandle) {
    this.#handle = handle
  }
  static async create(path: string): Promise<TarWriter> {
    return new TarWriter(await open(path, 'wx'))
  }
  /** As large as it is by now. */
  get bytes(): number {
    return this.#bytes
  }
  /** `name`: at most 100 characters of ASCII. */
  async add(name: string, data: Buffer): Promise<void> {
    const rest = (blockBytes - (data.length % blockBytes)) % blockBytes
    await this.#write(
      Buffer.concat([headerOf(name, data.length, new Date()), data, Buffer.alloc(rest)]),
    )
  }
  async end(): Promise<void> {
    await this.#write(Buffer.alloc(2 * blockBytes))
    await this.close()
  }
  close(): Promise<void> {
    return this.#handle.close()
  }
  async #write(data: Buffer): Promise<void> {
    await this.#handle.write(data)
    this.#bytes += data.length
  }
}
