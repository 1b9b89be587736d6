import { useCallback, useEffect, useState } from 'react'
import {
  applyImport,
  importOf,
  importPath,
  maxImportBytes,
  type ImportMode,
  type ImportResult,
} from '#contract/platform/import-calls.ts'
import { cancelJob } from '#contract/platform/platform-calls.ts'
import { isApiError, localCodes } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { postFile } from '#src/api/upload.ts'
import { invalidateCall, invalidateRecords } from '#src/kit/calls/queries.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { importKey } from './import-key.ts'

const pollMs = 2000
export type UploadFault = 'tooLarge' | 'type'
const isAtWork = (found: ImportResult | undefined) =>
  !found || found.state === 'checking' || found.state === 'applying'

/** One import from its file to its rows; after a reload it is found again. */
export function useImport(entity: string) {
  const [id, setId] = useState<number | null>(
    () => Number(sessionStorage.getItem(importKey(entity))) || null,
  )
  const [upload, setUpload] = useState<{
    name: string
    share: number
    stop: AbortController
  } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const { data: found, error: lost } = useCall(importOf, id === null ? null : { id }, {
    gcTime: 0,
    staleTime: 0,
    // The stream of live events may be down; the import goes on.
    refetchInterval: ({ state }) => (isAtWork(state.data) && !state.error ? pollMs : false),
  })
  const isImported = found?.state === 'imported'
  useEffect(() => {
    // The list, and every picker that offers its rows.
    if (isImported) void invalidateRecords()
  }, [isImported])

  const remember = useCallback(
    (next: number | null) => {
      if (next === null) sessionStorage.removeItem(importKey(entity))
      else sessionStorage.setItem(importKey(entity), String(next))
      setId(next)
    },
    [entity],
  )
  const forget = useCallback(() => {
    setError(null)
    remember(null)
  }, [remember])
  const attempt = async (work: () => Promise<unknown>) => {
    setError(null)
    await work().catch((problem: unknown) => {
      // A cancelled upload is nobody's mistake.
      if (!isApiError(problem) || problem.code !== localCodes.cancelled) setError(problem)
    })
    await invalidateCall(importOf)
  }
  return {
    found: id === null ? undefined : found,
    isFollowing: id !== null,
    upload: upload && { name: upload.name, share: upload.share },
    error: error ?? lost,
    start: (file: File, mode: ImportMode) =>
      attempt(async () => {
        const stop = new AbortController()
        setUpload({ name: file.name, share: 0, stop })
        try {
          const { jobId } = await postFile<{ jobId: number }>(importPath, { entity, mode }, file, {
            quiet: true,
            signal: stop.signal,
            onProgress: (share) => setUpload({ name: file.name, share, stop }),
          })
          remember(jobId)
        } finally {
          setUpload(null)
        }
      }),
    apply: (onlyValid: boolean) =>
      attempt(() => call(applyImport, { id: id!, onlyValid }, { quiet: true })),
    cancel: () => {
      if (upload) return upload.stop.abort()
      void attempt(() =>
        call(
          cancelJob,
          { id: found?.state === 'applying' ? found.applyJobId! : id! },
          { quiet: true },
        ),
      )
    },
    forget,
  }
}
export type Import = ReturnType<typeof useImport>

/** What is wrong with a file before it is sent. */
export function faultOfFile({ name, size }: File): UploadFault | null {
  if (!/\.(xlsx|csv)$/i.test(name)) return 'type'
  return size > maxImportBytes ? 'tooLarge' : null
}
