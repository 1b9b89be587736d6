import { useCallback } from 'react'
import type { z } from 'zod'
import { useLatest } from '#src/ui/use-latest.ts'
import type { Callable } from './use-call.ts'
import { useSend, type SendOptions } from './use-send.ts'

/** A call that changes something, as `useSend` sends it. */
export function useCallMutation<In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  options: SendOptions<z.output<In>, z.output<Out>> = {},
) {
  const { send: sendAny, ...state } = useSend()
  const latest = useLatest(options)
  const send = useCallback(
    (
      input: z.output<In> | (() => Promise<z.output<In>>),
      own?: SendOptions<z.output<In>, z.output<Out>>,
    ) => sendAny(definition, input, () => ({ ...latest.current, ...own })),
    [definition, sendAny, latest],
  )
  return { send, ...state }
}
