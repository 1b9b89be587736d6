import { useRef, useState } from 'react'
import type { FormEvent } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import type { Issues } from './rules.ts'
import type { RefusalState } from './use-refusal.ts'

interface Submit<Name extends string> {
  names: readonly Name[]
  show: (issues: Issues<Name>) => boolean
  refusal: RefusalState
  /** Which field a code speaks of; the rest is said above the form. */
  fieldOf: (code: string) => Name | undefined
  send: () => Promise<void>
}

/** Sends a form once at a time and puts what the server refuses where it belongs. */
export function useSubmit<Name extends string>({
  names,
  show,
  refusal,
  fieldOf,
  send,
}: Submit<Name>) {
  const [isBusy, setIsBusy] = useState(false)
  const isRunning = useRef(false)

  function refuse(error: unknown): void {
    const issues: Issues<Name> = {}
    if (isApiError(error)) {
      for (const name of names) if (error.fields[name]) issues[name] = { text: error.fields[name] }
      const field = fieldOf(error.code)
      if (field && error.message !== error.code) issues[field] ??= { text: error.message }
    }
    if (show(issues)) refusal.show(error)
  }

  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isRunning.current) return
    isRunning.current = true
    setIsBusy(true)
    refusal.clear()
    await send().catch(refuse)
    isRunning.current = false
    setIsBusy(false)
  }
  return { isBusy, handleSubmit }
}

/** Codes about the text message, the number and the password, by the field they speak of. */
export function commonField(code: string): 'captcha' | 'phone' | 'password' | undefined {
  if (code.startsWith('captcha.validate')) return 'captcha'
  if (code.startsWith('phone.')) return 'phone'
  if (code.startsWith('error.password')) return 'password'
  return undefined
}
