import { z } from 'zod'
import { call } from '../call.ts'

/** Any upload (docs/specification.md 6.6). */
export const maxUploadBytes = 50 * 1024 * 1024
export const maxImageBytes = 10 * 1024 * 1024
/** Above this the browser shrinks a picture to fit 1920 x 1080 at quality 0.5. */
export const shrinkAboveBytes = 1024 * 1024

/**
 * Multipart: `file`, `bucketName` (either word: files are private until published), `fileName`.
 * Served outside `serve`; the answer is the address as a JSON string.
 */
export const uploadPath = '/hfle/v1/{tenant}/files/multipart'
/** Above this a browser sends in parts, which go on where they were cut. */
export const partsAboveBytes = 2 * 1024 * 1024
/** One part: of a size that a bad line gets through and that proxies take. */
export const partBytes = 1024 * 1024
const uploadId = z.string().regex(/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/)
/** How far an upload has come; with the last byte its address. */
export const uploadState = z.object({
  id: z.string(),
  offset: z.int(),
  size: z.int(),
  address: z.string().nullable(),
})
export type UploadState = z.infer<typeof uploadState>
// chosen: the specification knows uploads in one piece alone
export const beginUpload = call({
  endpoint: 'POST /hfle/v1/{tenant}/files/uploads',
  summary: 'Begin an upload that is sent in parts and goes on after a cut',
  access: 'signed-in',
  unaudited: true,
  input: z.object({
    fileName: z.string().trim().min(1).max(400),
    size: z.int().min(1).max(maxUploadBytes),
    attachmentUUID: uploadId.optional(),
  }),
  answer: uploadState,
})
export const stateOfUpload = call({
  endpoint: 'GET /hfle/v1/{tenant}/files/uploads/{id}',
  summary: 'How far an upload of one’s own has come',
  access: 'signed-in',
  input: z.object({ id: uploadId }),
  answer: uploadState,
})
/**
 * Served outside `serve`: its body is the bytes (application/octet-stream). 409
 * `error.upload.offset` says where to go on.
 */
export const partOfUpload = {
  endpoint: 'PUT /hfle/v1/{tenant}/files/uploads/{id}',
  summary: 'The next bytes of an upload, from `offset` on',
  input: z.object({ id: uploadId, offset: z.coerce.number().int().min(0) }),
} as const
const fileRow = z.object({
  fileUrl: z.string(),
  fileName: z.string(),
  fileType: z.string(),
  fileSize: z.int(),
  bucketName: z.string(),
  creationDate: z.string(),
})
export type FileRow = z.infer<typeof fileRow>
export const filesOfAttachment = call({
  endpoint: 'GET /hfle/v1/{tenant}/files/{id}/file',
  summary: 'Files of an attachment',
  access: 'signed-in',
  input: z.object({ id: z.string().regex(/^[\da-f-]{36}$/) }),
  answer: z.array(fileRow),
})
/** Address of a picture at another size, from a fixed ladder (400 x 400 unless asked). */
export function resized(url: string, width = 400, height = 400): string {
  const [path, signature] = url.split('?')
  return `${path}?resize=1&width=${width}&height=${height}${signature ? `&${signature}` : ''}`
}
