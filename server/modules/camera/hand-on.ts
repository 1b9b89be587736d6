import type { Platform } from '#server/http/context.ts'
import type { CameraEngine } from './engine/engine.ts'
import { CameraFault } from './engine/source.ts'
import type { Ticket } from './engine/tickets.ts'
import { lookMs, mayWatch } from './engine/watching.ts'

/** Bytes that a viewer may be behind; whoever is later begins again at the next key picture. */
const mostBehind = 4 * 1024 * 1024

/** The connection of one viewer. */
export interface Viewer {
  /** Bytes that were written and have not left yet. */
  readonly waiting: number
  write(bytes: Buffer): void
  /** The stream is over. */
  end(fault: CameraFault): void
  /** They may look no longer. */
  cut(): void
}
/**
 * Hands a stream on to one viewer, for as long as they may look. Answers what ends it. Errors: `CameraFault` `busy`.
 */
export function handOn(
  platform: Platform,
  engine: CameraEngine,
  ticket: Ticket,
  viewer: Viewer,
): () => void {
  let isSkipping = false
  // A right that is taken away ends what it opened.
  const look = setInterval(() => {
    mayWatch(platform, ticket).then(
      (may) => may || viewer.cut(),
      () => undefined,
    )
  }, lookMs)
  try {
    const leave = engine.streams.join(ticket, {
      take(bytes, tag) {
        if (viewer.waiting > mostBehind) isSkipping = true
        if (isSkipping && tag?.isKey && viewer.waiting === 0) isSkipping = false
        if (!isSkipping) viewer.write(bytes)
      },
      close(fault) {
        clearInterval(look)
        viewer.end(fault ?? new CameraFault('no_stream'))
      },
    })
    return () => {
      clearInterval(look)
      leave()
    }
  } catch (error) {
    clearInterval(look)
    throw error
  }
}
