import type { Clip } from '../field.ts'

/** What is known of a film; null where it cannot be read. Bytes, seconds, pixels. */
export interface Film {
  type: string
  size: number
  seconds: number | null
  width: number | null
  height: number | null
}

/** One in a hundred: films of 1920 x 1088 are 16:9 to whoever made them. */
const tolerance = 0.01

/**
 * What is wrong with a film by the bounds of its field, as the code of a sentence; the form asks
 * before it is sent, the server before it is kept.
 */
export function clipFault(
  film: Film | undefined,
  clip: Clip,
): { code: string; params?: Record<string, number> } | null {
  if (film?.type !== 'video/mp4') return { code: 'video.type' }
  if (film.size > clip.maxBytes)
    return { code: 'video.size', params: { max: clip.maxBytes / 1024 / 1024 } }
  if (film.seconds === null || !film.width || !film.height) return { code: 'video.unreadable' }
  if (film.seconds > clip.maxSeconds)
    return {
      code: 'video.seconds',
      params: {
        seconds: Math.ceil(film.seconds),
        max: clip.maxSeconds,
        advised: clip.advisedSeconds,
      },
    }
  const ratio = film.width / film.height
  if (!clip.ratios.some((one) => Math.abs(ratio / one - 1) <= tolerance))
    return { code: 'video.ratio', params: { width: film.width, height: film.height } }
  return null
}
