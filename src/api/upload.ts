import { uploadPath } from '#contract/file/file-calls.ts'
import { shrinkImage } from '#src/lib/shrink-image.ts'
import { http } from './client.ts'
import { resolveEndpoint } from './call.ts'

export interface UploadOptions {
  bucketName?: string
  /** 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  quiet?: boolean
}
/** A 50 MB file over a farm's uplink takes longer than the 30 s of other requests. */
const timeoutMs = 10 * 60_000

/** Uploads a file, pictures made smaller first (spec 1 §9); answers its address. */
export async function upload(file: File, { bucketName = 'public', onProgress, signal, quiet }: UploadOptions = {}): Promise<string> {
  const small = await shrinkImage(file)
  signal?.throwIfAborted()
  const form = new FormData()
  // Fields before the file: the server knows where it goes when the file begins.
  form.set('bucketName', bucketName)
  form.set('fileName', small.name)
  form.set('file', small, small.name)
  const { url } = resolveEndpoint(`POST ${uploadPath}`, {})
  const response = await http.post<string>(url, form, {
    signal,
    quiet,
    timeout: timeoutMs,
    onUploadProgress: ({ loaded, total }) => onProgress?.(total ? loaded / total : 0),
  })
  return response.data
}
