/** A tar's headers and files fill whole blocks. */
const blockBytes = 512
interface TarFile {
  name: string
  bytes: Uint8Array<ArrayBuffer>
}
const text = new TextDecoder()
const until = (bytes: Uint8Array) => text.decode(bytes).replace(/\0.*$/s, '')

/**
 * The files of a tar as they come, each whole. Errors: rejects for what is cut short or no tar.
 */
export async function* tarFiles(stream: ReadableStream<Uint8Array>): AsyncGenerator<TarFile> {
  const reader = stream.getReader()
  let held = new Uint8Array(0)
  const take = async (length: number): Promise<Uint8Array<ArrayBuffer>> => {
    while (held.length < length) {
      const { done, value } = await reader.read()
      if (done) throw new Error('tar: cut short')
      const longer = new Uint8Array(held.length + value.length)
      longer.set(held)
      longer.set(value, held.length)
      held = longer
    }
    const found = held.slice(0, length)
    held = held.subarray(length)
    return found
  }
  for (;;) {
    const head = await take(blockBytes)
    // Empty blocks are the end.
    if (head[0] === 0) return
    const size = Number.parseInt(until(head.subarray(124, 136)), 8)
    if (until(head.subarray(257, 263)) !== 'ustar' || Number.isNaN(size)) throw new Error('tar')
    const bytes = await take(size)
    await take((blockBytes - (size % blockBytes)) % blockBytes)
    yield { name: until(head.subarray(0, 100)), bytes }
  }
}
