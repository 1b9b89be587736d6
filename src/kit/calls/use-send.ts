import { useCallback } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/entity.ts'
import { call } from '#src/api/call.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { toast } from '#src/ui/toast.ts'
import { invalidateCall } from './queries.ts'
import type { Callable } from './use-call.ts'

export interface SendOptions<Input, Answer> {
  /** Calls whose kept answers are no longer true afterwards. */
  invalidates?: readonly { endpoint: Endpoint }[]
  /** Said once it is done. */
  said?: string | ((answer: Answer, input: Input) => string)
  onDone?: (answer: Answer, input: Input) => unknown
  /** What else a refusal asks for, once it stands in the form. */
  onRefused?: (error: unknown) => unknown
  /** The same for every try of one intent. */
  idempotencyKey?: string
}
type MaybeLater<Value> = Value | (() => Promise<Value>)

/**
 * Several calls behind one form, of which one is sent at a time: busy while it runs, its refusal in
 * words and the fields it objects to. `send` says whether it was done. What is sent may be made
 * while it waits (a password is encrypted first), the options once it was answered.
 */
export function useSend() {
  const { run, ...state } = useSubmit()
  const send = useCallback(
    async <In extends z.ZodType, Out extends z.ZodType>(
      definition: Callable<In, Out>,
      given: MaybeLater<z.output<In>>,
      options:
        | SendOptions<z.output<In>, z.output<Out>>
        | (() => SendOptions<z.output<In>, z.output<Out>>) = {},
    ): Promise<boolean> => {
      const optionsNow = () => (typeof options === 'function' ? options() : options)
      let refusal: { error: unknown } | undefined
      const isDone = await run(async () => {
        const { idempotencyKey } = optionsNow()
        try {
          const input = (
            typeof given === 'function' ? await (given as () => Promise<unknown>)() : given
          ) as z.output<In>
          const answer = await call(definition, input, { quiet: true, idempotencyKey })
          const { invalidates = [], said, onDone } = optionsNow()
          await Promise.all(invalidates.map((other) => invalidateCall(other)))
          if (said)
            toast({ text: typeof said === 'string' ? said : said(answer, input), tone: 'good' })
          await onDone?.(answer, input)
        } catch (error) {
          refusal = { error }
          throw error
        }
      })
      if (refusal) await optionsNow().onRefused?.(refusal.error)
      return isDone
    },
    [run],
  )
  return { send, ...state }
}
