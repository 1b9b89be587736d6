import { HttpError } from '#server/db/http-error.ts'

/** File systems count bytes, and a letter may be four of them. */
const mostBytes = 200
const encoder = new TextEncoder()

/**
 * A file's name as it was given, without what hides or leaves its folder: no path, control or
 * direction marks, no half
 * letters, at most 200 bytes; its ending stays. `fallback` where nothing is left.
 */
export function fileNameOf(given: string, fallback = 'file'): string {
  const plain = given
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(
      /[\\/:*?"<>|\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufffd]/g,
      '_',
    )
    .replace(/^[\s.]+|[\s.]+$/g, '')
  const [ending = ''] = /\.\w{1,10}$/.exec(plain) ?? []
  let kept = ''
  let bytes = ending.length
  for (const { segment } of new Intl.Segmenter().segment(
    plain.slice(0, plain.length - ending.length),
  )) {
    bytes += encoder.encode(segment).length
    if (bytes > mostBytes) break
    kept += segment
  }
  return /[^_\s]/.test(kept) ? `${kept}${ending}` : `${fallback}${ending}`
}

/** How a browser is told under which name to keep a file. */
export const disposition = (name: string, how: 'attachment' | 'inline' = 'attachment') =>
  `${how}; filename*=UTF-8''${encodeURIComponent(fileNameOf(name))}`

/** What a reader of multipart bodies throws of a broken one. Errors: as 400. */
export function brokenUpload(error: unknown): never {
  if (
    error instanceof HttpError ||
    typeof (error as { statusCode?: unknown }).statusCode === 'number'
  )
    throw error
  throw new HttpError(400, 'error.data_invalid', { fields: { file: { code: 'field.invalid' } } })
}
