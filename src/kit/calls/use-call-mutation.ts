import { useCallback } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/entity.ts'
import { call } from '#src/api/call.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { invalidateCall } from './queries.ts'
import type { Callable } from './use-call.ts'

interface MutationOptions<Input, Answer> {
  /** Calls whose kept answers are no longer true afterwards. */
  invalidates?: readonly { endpoint: Endpoint }[]
  /** Said once it is done. */
  said?: string | ((answer: Answer, input: Input) => string)
  onDone?: (answer: Answer, input: Input) => unknown
}

/**
 * A call that changes something: one at a time, busy while it runs, its refusal in words and the
 * fields it objects to. `send` says whether it was done.
 */
export function useCallMutation<In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  options: MutationOptions<z.output<In>, z.output<Out>> = {},
) {
  const { run, ...state } = useSubmit()
  const latest = useLatest(options)
  const send = useCallback(
    (input: z.output<In>, { idempotencyKey }: { idempotencyKey?: string } = {}) =>
      run(async () => {
        const answer = await call(definition, input, { quiet: true, idempotencyKey })
        const { invalidates = [], said, onDone } = latest.current
        await Promise.all(invalidates.map((other) => invalidateCall(other)))
        if (said)
          toast({ text: typeof said === 'string' ? said : said(answer, input), tone: 'good' })
        await onDone?.(answer, input)
      }),
    [definition, run, latest],
  )
  return { send, ...state }
}
