import { open, stat, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { maxImageBytes } from '#contract/file/file-calls.ts'
import { HttpError } from '#server/db/http-error.ts'
import { readMp4 } from './mp4.ts'

/** More pixels than this is a bomb, not a photo (docs/specification.md 6.7). */
const maxPixels = 50_000_000
/** So far into a file its kind shows; a sound names its codec after its first boxes. */
const mostHead = 4096

interface Inspected {
  type: string
  extension: string
  width?: number
  height?: number
  /** How long it plays, where that can be read. */
  seconds?: number
}
interface Kind {
  type: string
  extension: string
  isImage?: boolean
  matches(head: Buffer): boolean
}
const starts =
  (...bytes: number[]) =>
  (head: Buffer) =>
    bytes.every((byte, i) => head[i] === byte)
const ascii =
  (text: string, at = 0) =>
  (head: Buffer) =>
    head.toString('latin1', at, at + text.length) === text
const has = (head: Buffer, text: string) => head.includes(text, 0, 'latin1')
/** What a WebM says of its tracks; in what follows, any two letters may stand by chance. */
function beforeSound(head: Buffer): Buffer {
  const cluster = head.indexOf(Buffer.from([0x1f, 0x43, 0xb6, 0x75]))
  return cluster < 0 ? head : head.subarray(0, cluster)
}
/** By what a file begins with, never by what it is called. */
const kinds: Kind[] = [
  { type: 'image/jpeg', extension: 'jpg', isImage: true, matches: starts(0xff, 0xd8, 0xff) },
  {
    type: 'image/png',
    extension: 'png',
    isImage: true,
    matches: starts(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a),
  },
  {
    type: 'image/webp',
    extension: 'webp',
    isImage: true,
    matches: (head) => ascii('RIFF')(head) && ascii('WEBP', 8)(head),
  },
  { type: 'application/pdf', extension: 'pdf', matches: ascii('%PDF-') },
  { type: 'video/mp4', extension: 'mp4', matches: ascii('ftyp', 4) },
  // Sounds alone: what has pictures beside it is a film, and no film of this kind is taken.
  {
    type: 'audio/webm',
    extension: 'weba',
    matches: (head) => {
      const tracks = beforeSound(head)
      return (
        starts(0x1a, 0x45, 0xdf, 0xa3)(head) &&
        has(tracks, 'webm') &&
        has(tracks, 'A_OPUS') &&
        !has(tracks, 'V_')
      )
    },
  },
  {
    type: 'audio/ogg',
    extension: 'ogg',
    matches: (head) => ascii('OggS')(head) && has(head, 'OpusHead'),
  },
  { type: 'application/zip', extension: 'zip', matches: starts(0x50, 0x4b, 0x03, 0x04) },
  {
    type: 'application/msword',
    extension: 'doc',
    matches: starts(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1),
  },
]
const office: Record<string, string> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  doc: 'application/msword',
  xls: 'application/vnd.ms-excel',
  ppt: 'application/vnd.ms-powerpoint',
}
const refuse = (status: number, code: string, params?: Record<string, number>) =>
  new HttpError(status, code, params ? { params } : {})

/**
 * Says what a file is, and makes pictures harmless: decoded and encoded anew, upright, without
 * their hidden data
 * (place, device). Text and SVG are not accepted at all: neither can be told from active content by
 * its first bytes.
 */
export async function inspect(path: string, name: string): Promise<Inspected> {
  const { size } = await stat(path)
  if (size === 0) throw refuse(422, 'error.upload.empty')
  const file = await open(path)
  const { buffer: head } = await file.read(Buffer.alloc(mostHead), 0, mostHead, 0)
  await file.close()
  const kind = kinds.find((k) => k.matches(head))
  if (!kind) throw refuse(422, 'error.upload.type')
  if (kind.extension === 'mp4')
    return { type: kind.type, extension: kind.extension, ...(await readMp4(path)) }
  if (!kind.isImage) {
    const given = name.split('.').pop()?.toLowerCase() ?? ''
    const isOffice = (kind.extension === 'zip' || kind.extension === 'doc') && given in office
    return isOffice
      ? { type: office[given]!, extension: given }
      : { type: kind.type, extension: kind.extension }
  }
  if (size > maxImageBytes)
    throw refuse(413, 'error.upload.image_size', { max: maxImageBytes / 1024 / 1024 })
  try {
    const picture = sharp(path, { limitInputPixels: maxPixels, failOn: 'error' }).rotate()
    const output =
      kind.extension === 'png'
        ? picture.png()
        : kind.extension === 'webp'
          ? picture.webp({ quality: 85 })
          : picture.jpeg({ quality: 88, mozjpeg: true })
    const { data, info } = await output.toBuffer({ resolveWithObject: true })
    await writeFile(path, data)
    return { type: kind.type, extension: kind.extension, width: info.width, height: info.height }
  } catch {
    throw refuse(422, 'error.upload.image')
  }
}
