import type { Codec } from './flv.ts'
import { CameraFault } from './source.ts'
import type { StreamKey, Streams } from './streams.ts'

/**
 * Reads a stream until its first picture. Answers how that is encoded. Errors: `CameraFault`;
 * `no_stream` where none comes within so many ms.
 */
export function arrival(streams: Streams, key: StreamKey, withinMs: number): Promise<Codec | null> {
  return new Promise((done, fail) => {
    let isOver = false
    let leave = () => undefined as void
    const over = (settle: () => void) => {
      if (isOver) return
      isOver = true
      clearTimeout(timer)
      // What is called while joining has nothing to leave yet.
      setImmediate(() => leave())
      settle()
    }
    const timer = setTimeout(
      () => over(() => fail(new CameraFault('no_stream', `${withinMs / 1000} s`))),
      withinMs,
    )
    try {
      leave = streams.join(key, {
        take: (_bytes, tag) => {
          if (tag?.kind === 'video' && !tag.isSetup)
            over(() => done(streams.pullOf(key)?.codec ?? null))
        },
        close: (fault) => over(() => fail(fault ?? new CameraFault('no_stream'))),
      })
    } catch (error) {
      over(() => fail(error as CameraFault))
    }
  })
}
