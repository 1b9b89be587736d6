import { partsAboveBytes, uploadPath } from '#contract/file/file-calls.ts'
import { shrinkImage } from '#src/lib/shrink-image.ts'
import { http } from './client.ts'
import { resolveEndpoint } from './call.ts'
import { sendInParts } from './upload-parts.ts'

export interface UploadOptions {
  bucketName?: string
  /** 0 to 1, and how many bytes that are. */
  onProgress?: (share: number, bytes: number) => void
  /** The line is cut; it goes on by itself, with further progress. */
  onCut?: () => void
  /** What was begun before and goes on: of a file that is sent in parts, its name at the server. */
  begun?: { id?: string }
  signal?: AbortSignal
  quiet?: boolean
}
/** A 50 MB file over a farm's uplink takes longer than the 30 s of other requests. */
const timeoutMs = 10 * 60_000

/** Sends one file with fields of its own to a path of ours; answers what the server says. */
export async function postFile<T>(
  path: string,
  fields: Record<string, string>,
  file: File,
  { onProgress, signal, quiet }: Omit<UploadOptions, 'bucketName'> = {},
): Promise<T> {
  const form = new FormData()
  // Fields before the file: the server knows what it is for when the file begins.
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', file, file.name)
  const { url } = resolveEndpoint(`POST ${path}`, {})
  const response = await http.post<T>(url, form, {
    signal,
    quiet,
    timeout: timeoutMs,
    onUploadProgress: ({ loaded, total }) => onProgress?.(total ? loaded / total : 0, loaded),
  })
  return response.data
}

/** Uploads a file, pictures made smaller first; answers its address. */
export async function upload(
  file: File,
  { bucketName = 'private', ...options }: UploadOptions = {},
): Promise<string> {
  const small = await shrinkImage(file)
  options.signal?.throwIfAborted()
  if (small.size > partsAboveBytes) return sendInParts(small, options)
  return postFile<string>(uploadPath, { bucketName, fileName: small.name }, small, options)
}
