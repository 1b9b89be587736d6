import { useCallback, useEffect, useState } from 'react'
import {
  cancelJob,
  job as jobCall,
  jobRules,
  type JobRow,
} from '#contract/platform/platform-calls.ts'
import type { z } from 'zod'
import { call } from '#src/api/call.ts'
import { download } from '#src/api/download.ts'
import { subscribe } from '#src/api/live.ts'
import { toast } from '#src/ui/toast.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import type { Callable } from '#src/kit/calls/use-call.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const pollMs = 2000
const keyOf = (place: string) => `followed_job:${place}`

/** Whether a job begun at this place before a reload is still to be followed. */
export const hasFollowedJob = (place: string) => sessionStorage.getItem(keyOf(place)) !== null

export type BeginJob = ReturnType<typeof useFollowedJob>['start']
const saved = ({ resultUrl, resultName }: JobRow) => download(resultUrl!, resultName ?? '')
/**
 * One job from its start to its file, which is saved or taken otherwise; it is found again after a
 * reload.
 */
export function useFollowedJob(place: string, take: (job: JobRow) => Promise<unknown> = saved) {
  const t = useLabels()
  const latest = useLatest(take)
  const storageKey = keyOf(place)
  const [id, setId] = useState<number | null>(
    () => Number(sessionStorage.getItem(storageKey)) || null,
  )
  const [progress, setProgress] = useState(0)
  const follow = useCallback(
    (next: number | null) => {
      if (next === null) sessionStorage.removeItem(storageKey)
      else sessionStorage.setItem(storageKey, String(next))
      setProgress(0)
      setId(next)
    },
    [storageKey],
  )
  useEffect(() => {
    if (id === null) return
    let isOver = false
    const look = async () => {
      const found = await call(jobCall, { id }, { quiet: true })
      if (isOver) return
      setProgress(found.progress)
      if (jobRules.cancel.includes(found.state)) return
      isOver = true
      follow(null)
      if (found.state === 'done') await latest.current(found)
      else if (found.state === 'failed')
        toast({ text: found.message ?? t('common:failed'), tone: 'bad' })
    }
    const again = () =>
      void look().catch((error: unknown) => {
        if (isOver) return
        isOver = true
        follow(null)
        toastRefusal(t, error)
      })
    again()
    const stop = subscribe('job', again)
    // The stream may be down; the file still comes.
    const timer = setInterval(again, pollMs)
    return () => {
      isOver = true
      stop()
      clearInterval(timer)
    }
  }, [id, follow, t, latest])
  const { send } = useCallAction(cancelJob, { onDone: () => follow(null) })
  const cancel = () => void (id !== null && send({ id }))
  /** Has a job begun, and follows it to its file. */
  const start = <In extends z.ZodType>(
    definition: Callable<In, z.ZodType<{ jobId: number }>>,
    input: z.output<In>,
  ) =>
    call(definition, input, { quiet: true }).then(
      ({ jobId }) => follow(jobId),
      (error: unknown) => toastRefusal(t, error),
    )
  return { start, cancel, progress, isRunning: id !== null }
}
