import { Alert, Button } from 'antd'
import { useState, type ReactNode } from 'react'
import type { z } from 'zod'
import type { Callable } from '#src/kit/calls/use-call.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'

interface TryDraftProps<In extends z.ZodType, Out extends z.ZodType> {
  call: Callable<In, Out>
  /** What is sent of what is being written. */
  body: object
  className: string
  title: string
  /** Says the fields that were refused; their sentences alone unless given. */
  mistakeOf?: (field: string, sentence: string) => string
  /** `isOld`: something was written since. */
  children: (answer: z.output<Out>, isOld: boolean) => ReactNode
  /** Said below it, tried or not. */
  note?: ReactNode
}

/** Tries what is being written, without storing or moving anything, and shows what came of it. */
export function TryDraft<In extends z.ZodType, Out extends z.ZodType>({
  call,
  body,
  className,
  title,
  mistakeOf = (_, sentence) => sentence,
  children,
  note,
}: TryDraftProps<In, Out>) {
  const [found, setFound] = useState<{ answer: z.output<Out>; of: string }>()
  const { send, isBusy, problem, fields } = useCallMutation(call, {
    onDone: (answer, input) => setFound({ answer, of: JSON.stringify(input) }),
  })
  const mistakes = Object.entries(fields).map(([field, sentence]) => mistakeOf(field, sentence))
  const isOld = found?.of !== JSON.stringify(body)
  return (
    <section className={className} aria-label={title} aria-busy={isBusy}>
      <Button loading={isBusy} onClick={() => void send(body as z.output<In>)}>
        {title}
      </Button>
      {problem && (
        <Alert
          type="error"
          showIcon
          message={mistakes.length > 0 ? mistakes.join('  ') : problem}
        />
      )}
      {found && !problem && (
        <div role="status" className={isOld ? 'kit-refreshing' : undefined}>
          {children(found.answer, isOld)}
        </div>
      )}
      {note}
    </section>
  )
}
