import { useCallback, useEffect, useState } from 'react'
import { isFieldOn, keepDraft, readDraft } from '#src/api/field/field.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import type { Entry, EntryPhoto } from '#src/lib/field/entry.ts'
import { offered, type Report, type ReportName } from './report.ts'
import { subjectOf } from './subject.ts'

const keepAfterMs = 400
const isKept = (photo: string | EntryPhoto): photo is EntryPhoto => typeof photo !== 'string'

/**
 * A report as it is being entered: what was planned, or what was entered before this page was
 * closed or killed; of one that waits to be sent, what it says.
 */
export function useReport(row: Row, entry: Entry | undefined) {
  const [value, setValue] = useState<Report>(() =>
    entry ? { ...offered(row), ...entry.input, photos: entry.photos } : offered(row),
  )
  const [isTouched, setTouched] = useState(false)
  const [isRestored, setRestored] = useState(false)
  const subject = subjectOf(row)
  const isDrafted = !entry && isFieldOn()
  useEffect(() => {
    if (!isDrafted) return
    let isHere = true
    void readDraft(subject).then((draft) => {
      if (!draft || !isHere) return
      setValue((now) => ({ ...now, ...draft.value, photos: draft.photos }))
      setRestored(true)
    })
    return () => {
      isHere = false
    }
  }, [isDrafted, subject])
  useEffect(() => {
    if (!isDrafted || !isTouched) return
    const timer = setTimeout(() => {
      const { photos, ...rest } = value
      void keepDraft(subject, { value: rest, photos: photos.filter(isKept) })
    }, keepAfterMs)
    return () => clearTimeout(timer)
  }, [isDrafted, isTouched, subject, value])
  const set = useCallback(
    (name: ReportName) => (next: unknown) => {
      setTouched(true)
      setValue((now) => ({ ...now, [name]: next }))
    },
    [],
  )
  const drop = useCallback(async () => {
    setTouched(false)
    setRestored(false)
    await keepDraft(subject, null)
  }, [subject])
  const anew = useCallback(() => {
    setValue(offered(row))
    void drop()
  }, [drop, row])
  return { value, set, drop, anew, isRestored }
}
