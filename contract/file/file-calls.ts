import { z } from 'zod'
import { call } from '../call.ts'

/** Any upload (spec 1 §9). */
export const maxUploadBytes = 50 * 1024 * 1024
export const maxImageBytes = 10 * 1024 * 1024
/** Above this the browser shrinks a picture to fit 1920 x 1080 at quality 0.5. */
export const shrinkAboveBytes = 1024 * 1024

/** Multipart: `file`, `bucketName` (either word: files are private until published), `fileName`. Served outside `serve`; the answer is the address as a JSON string. */
export const uploadPath = '/hfle/v1/{tenant}/files/multipart'
const fileRow = z.object({
  fileUrl: z.string(), fileName: z.string(), fileType: z.string(), fileSize: z.int(), bucketName: z.string(), creationDate: z.string(),
})
export type FileRow = z.infer<typeof fileRow>
export const filesOfAttachment = call({
  endpoint: 'GET /hfle/v1/{tenant}/files/{id}/file', summary: 'Files of an attachment', access: 'signed-in',
  input: z.object({ id: z.string().regex(/^[\da-f-]{36}$/) }), answer: z.array(fileRow),
})
/** Address of a picture at another size, from a fixed ladder (spec 1 §7: 400 x 400 unless asked). */
export function resized(url: string, width = 400, height = 400): string {
  const [path, signature] = url.split('?')
  return `${path}?resize=1&width=${width}&height=${height}${signature ? `&${signature}` : ''}`
}
