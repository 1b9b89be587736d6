import { useCallback, useEffect, useMemo, useState } from 'react'
import { draftKey, dropDraft, keepDraft, readDraft, type Draft } from './draft.ts'
import { differing, type FormValue } from '#src/kit/form/values/form-value.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'

interface Wanted {
  screen: string
  id: number | undefined
  names: readonly string[]
  value: FormValue
  isDirty: boolean
  isReady: boolean
  onRestore: (value: FormValue) => void
}
/** Long enough not to write at every key, short enough to lose a word at most. */
const keepAfterMs = 1000

/** Keeps what is typed in this browser, and offers it back after a crash. */
export function useDraft({ screen, id, names, value, isDirty, isReady, onRestore }: Wanted) {
  const user = useIdentity()
  const key = user && draftKey(user.id, user.tenantId, screen, id)
  const [offered, setOffered] = useState<Draft | null>(null)
  const [isAsked, setAsked] = useState(false)
  if (key && isReady && !isAsked) {
    setAsked(true)
    const kept = readDraft(key, names)
    if (kept && differing(value, { ...value, ...kept.value }).length > 0) setOffered(kept)
  }
  useEffect(() => {
    if (!key || !isDirty || offered) return
    const timer = setTimeout(() => keepDraft(key, value), keepAfterMs)
    return () => clearTimeout(timer)
  }, [key, isDirty, offered, value])

  const drop = useCallback(() => {
    if (key) dropDraft(key)
    setOffered(null)
  }, [key])
  const restore = useCallback(() => {
    if (offered) onRestore(offered.value)
    setOffered(null)
  }, [offered, onRestore])
  return useMemo(() => ({ offered, drop, restore }), [offered, drop, restore])
}
