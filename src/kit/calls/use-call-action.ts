import { useRef, useState } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/entity.ts'
import { call } from '#src/api/call.ts'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { confirm, type Question } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { invalidateCall } from './queries.ts'
import type { Callable } from './use-call.ts'

interface ActionOptions<Input, Answer> {
  /** Asked first, where there is something to ask. */
  asks?: (input: Input) => Question | undefined
  /** Said once it is done. */
  said?: string | ((answer: Answer, input: Input) => string)
  /** Asked again afterwards, refused or not: a refusal often means that something else changed. */
  invalidates?: readonly { endpoint: Endpoint }[]
  onDone?: (answer: Answer, input: Input) => unknown
}

/**
 * A call behind a button, without fields: what it came to, and its refusal, are said in passing.
 * `send` says whether it was done.
 */
export function useCallAction<In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  options: ActionOptions<z.output<In>, z.output<Out>> = {},
) {
  const t = useLabels()
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const latest = useLatest(options)
  const send = async (input: z.output<In>): Promise<boolean> => {
    const question = latest.current.asks?.(input)
    if (isRunning.current || (question && !(await confirm(question)))) return false
    isRunning.current = true
    setBusy(true)
    try {
      const answer = await call(definition, input, { quiet: true })
      const { said, onDone } = latest.current
      if (said) toast({ text: typeof said === 'string' ? said : said(answer, input), tone: 'good' })
      await onDone?.(answer, input)
      return true
    } catch (error) {
      toastRefusal(t, error)
      return false
    } finally {
      await Promise.all((latest.current.invalidates ?? []).map((one) => invalidateCall(one)))
      isRunning.current = false
      setBusy(false)
    }
  }
  return { send, isBusy }
}
