import { sql } from 'kysely'
import type { Clip } from '#contract/field.ts'
import { rows, type Tx } from '#server/db/database.ts'
import { invalid, type FieldFault } from '#server/db/failure.ts'

interface Kept { key: string; fileType: string; fileSize: number; width: number | null; height: number | null; seconds: number | null }
const keyOf = (address: string) => address.split('/').at(-1)!
const pictureTypes = new Set(['image/jpeg', 'image/png'])
/** One in a hundred: films of 1920 x 1088 are 16:9 to whoever made them. */
const tolerance = 0.01

/** What is wrong with a stored film, by the bounds of its field. */
export function clipFault(film: Pick<Kept, 'fileType' | 'fileSize' | 'width' | 'height' | 'seconds'> | undefined, clip: Clip): FieldFault | null {
  if (film?.fileType !== 'video/mp4') return { code: 'video.type' }
  if (film.fileSize > clip.maxBytes) return { code: 'video.size', params: { max: clip.maxBytes / 1024 / 1024 } }
  if (film.seconds === null || !film.width || !film.height) return { code: 'video.unreadable' }
  if (film.seconds > clip.maxSeconds) return { code: 'video.seconds', params: { seconds: Math.ceil(film.seconds), max: clip.maxSeconds, advised: clip.advisedSeconds } }
  const ratio = film.width / film.height
  if (!clip.ratios.some((one) => Math.abs(ratio / one - 1) <= tolerance)) return { code: 'video.ratio', params: { width: film.width, height: film.height } }
  return null
}

/** Refuses pictures that are no JPG or PNG and films beyond their bounds. Errors: 422 at the field. */
export async function demandMedia(tx: Tx, { pictures, video }: { pictures: readonly string[]; video: string | null }, clip: Clip): Promise<void> {
  const keys = [...pictures, ...(video ? [video] : [])].map(keyOf)
  if (keys.length === 0) return
  const found = new Map((await rows<Kept>(tx, sql`select key, file_type, file_size, width, height, seconds from file where key = any(${keys}::text[])`)).map((one) => [one.key, one]))
  if (!pictures.every((address) => pictureTypes.has(found.get(keyOf(address))?.fileType ?? ''))) throw invalid({ pictures: { code: 'picture.type' } })
  const fault = video && clipFault(found.get(keyOf(video)), clip)
  if (fault) throw invalid({ video: fault })
}
