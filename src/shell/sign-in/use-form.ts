import { useEffect, useRef, useState } from 'react'
import type { ChangeEvent } from 'react'
import type { Issues } from './rules.ts'

/**
 * Values and issues of a small native form; after a refusal the first wrong field has the focus.
 */
export function useForm<Name extends string>(initial: Record<Name, string>) {
  const [values, setValues] = useState(initial)
  const [issues, setIssues] = useState<Issues<Name>>({})
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusals])

  /** Shows what is wrong; true when nothing is. */
  function show(next: Issues<Name>): boolean {
    setIssues(next)
    const isGood = Object.keys(next).length === 0
    if (!isGood) setRefusals((count) => count + 1)
    return isGood
  }
  function set(name: Name, value: string): void {
    setValues((before) => ({ ...before, [name]: value }))
    setIssues((before) => ({ ...before, [name]: undefined }))
  }
  const bind = <Of extends Name>(name: Of) => ({
    name,
    value: values[name],
    issue: issues[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) => set(name, event.target.value),
  })
  return { form, values, set, show, bind }
}
