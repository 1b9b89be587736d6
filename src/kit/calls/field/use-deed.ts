import { useCallback } from 'react'
import type { z } from 'zod'
import { isFieldOn } from '#src/api/field/field.ts'
import { call } from '#src/api/call.ts'
import type { Callable } from '#src/kit/calls/use-call.ts'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Deed } from '#src/lib/field/entry.ts'
import { toast } from '#src/ui/toast.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { performed } from './use-field.ts'

interface Options {
  /** Said once the server has it. */
  said: string
  onDone: () => unknown
  onRefused?: (error: unknown) => unknown
}

/**
 * What somebody does: kept on this phone and sent when that is possible; where nothing can be kept,
 * sent at once, as `input`. One at a time; a refusal stands in the form. `found`: what is known only
 * as it is done.
 */
export function useDeed<In extends z.ZodType, Out extends z.ZodType>(
  definition: Callable<In, Out>,
  options: Options,
) {
  const t = useLabels()
  const { run, ...state } = useSubmit()
  const latest = useLatest(options)
  const send = useCallback(
    (deed: Deed, input: z.output<In>, found?: () => Promise<object>) =>
      run(async () => {
        try {
          const more = await found?.()
          const became = isFieldOn()
            ? await performed({ ...deed, input: { ...deed.input, ...more } })
            : await call(definition, { ...(input as object), ...more } as z.output<In>, {
                quiet: true,
              }).then(() => 'sent')
          const { said, onDone } = latest.current
          toast({
            text: became === 'sent' ? said : t('kit:field.kept', { title: deed.title }),
            tone: 'good',
          })
          await onDone()
        } catch (error) {
          await latest.current.onRefused?.(error)
          throw error
        }
      }),
    [definition, run, latest, t],
  )
  return { send, ...state }
}
