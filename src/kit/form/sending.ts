import { createContext, use } from 'react'
import type { useSubmit } from './use-submit.ts'

/** What is being sent: whether it runs, why it was refused, what it objects to. */
export type Sending = Pick<ReturnType<typeof useSubmit>, 'isBusy' | 'problem' | 'fields'>

interface SendContext extends Pick<Sending, 'isBusy' | 'fields'> {
  prefix: string
  /** The fields that say their mistake themselves. */
  names: Set<string>
  onTouch: () => void
}
const Context = createContext<SendContext | null>(null)
export const SendProvider = Context.Provider

export function useSending(): SendContext {
  const sending = use(Context)
  if (!sending) throw new Error('A FieldItem stands in a SendForm or a Dialog')
  return sending
}
