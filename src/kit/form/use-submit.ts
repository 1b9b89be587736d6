import { useCallback, useRef, useState } from 'react'
import { isApiError } from '#src/api/api-error.ts'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** One thing at a time: busy while it runs, its refusal in words, the fields it objects to. */
export function useSubmit() {
  const t = useLabels()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const running = useRef(false)
  const run = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      if (running.current) return false
      running.current = true
      setBusy(true)
      setProblem(undefined)
      setFields({})
      try {
        await work()
        return true
      } catch (error) {
        const { text, requestId } = sentenceOf(t, error)
        setProblem(requestId ? `${text} (${requestId})` : text)
        setFields(isApiError(error) ? error.fields : {})
        return false
      } finally {
        running.current = false
        setBusy(false)
      }
    },
    [t],
  )
  return { run, isBusy, problem, fields, setFields }
}
