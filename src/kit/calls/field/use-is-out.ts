import { useState } from 'react'
import { isApiError } from '#src/api/api-error.ts'

interface Asked {
  error: unknown
  data: unknown
  fetchStatus: string
}

/**
 * Whether the server is out of reach, as the last attempt ended. A query that has never been answered
 * forgets its failure as soon as it asks again; what is shown meanwhile must not go, nor what is
 * being typed into it.
 */
export function useIsOut({ error, data, fetchStatus }: Asked): boolean {
  const [was, setWas] = useState(false)
  const isOut =
    fetchStatus === 'paused' ||
    (error ? isApiError(error) && error.isUnanswered : data === undefined && was)
  if (isOut !== was) setWas(isOut)
  return isOut
}
