import {
  beginUpload,
  partBytes,
  partOfUpload,
  stateOfUpload,
  type UploadState,
} from '#contract/file/file-calls.ts'
import { ApiError } from './api-error.ts'
import { call, resolveEndpoint } from './call.ts'
import { http } from './client.ts'
import { begunAs, markUpload } from './upload-marks.ts'
import type { UploadOptions } from './upload.ts'

/**
 * A cut line is tried again this often without a byte getting through, each time after a longer
 * while.
 */
const mostTries = 6
const firstPauseMs = 500
/** Of one part; the server ends one that stands still long before. */
const partMs = 5 * 60_000

const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
/** However long that takes: without a line there is nothing to try. */
const lineBack = (signal?: AbortSignal) =>
  new Promise<void>((resolve) => {
    addEventListener('online', () => resolve(), { once: true, signal })
    signal?.addEventListener('abort', () => resolve(), { once: true })
  })
/** Worth another try: no answer came, or the server stood elsewhere than we thought. */
const isCut = (error: unknown) =>
  error instanceof ApiError &&
  (error.status === 0 || error.status === 408 || error.status === 409 || error.status >= 502)

/**
 * Sends a file piece by piece and goes on where it was cut, by a page that was loaded anew as well;
 * answers its address. Errors: what the server refuses, or no line for too long.
 */
export async function sendInParts(
  file: File,
  { onProgress, onCut, begun, signal, quiet }: UploadOptions = {},
): Promise<string> {
  const quietly = { quiet: true, signal }
  const tell = (bytes: number) => {
    const sent = Math.min(bytes, file.size)
    onProgress?.(sent / file.size, sent)
  }
  const begin = () => call(beginUpload, { fileName: file.name, size: file.size }, { quiet, signal })
  // What the server has forgotten meanwhile begins anew.
  const known = begun?.id ?? begunAs(file)
  let state: UploadState = known
    ? await call(stateOfUpload, { id: known }, quietly).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return begin()
        throw error
      })
    : await begin()
  if (begun) begun.id = state.id
  markUpload(file, state.id)
  for (let tries = 0; state.address === null;) {
    signal?.throwIfAborted()
    const { id, offset } = state
    try {
      const { url } = resolveEndpoint(partOfUpload.endpoint, { id })
      const answer = await http.put<UploadState>(
        `${url}?offset=${offset}`,
        file.slice(offset, offset + partBytes),
        {
          signal,
          quiet: true,
          timeout: partMs,
          headers: { 'Content-Type': 'application/octet-stream' },
          onUploadProgress: ({ loaded }) => tell(offset + loaded),
        },
      )
      state = answer.data
    } catch (error) {
      if (signal?.aborted || !isCut(error) || tries >= mostTries) throw error
      onCut?.()
      if (!navigator.onLine) await lineBack(signal)
      else await pause(firstPauseMs * 2 ** tries, signal)
      state = await call(stateOfUpload, { id }, quietly).catch((failure: unknown) => {
        if (isCut(failure)) return state
        throw failure
      })
    }
    tries = state.offset > offset ? 0 : tries + 1
    tell(state.offset)
  }
  markUpload(file, undefined)
  return state.address
}
