import { useEffect, useState, useSyncExternalStore } from 'react'
import {
  fieldState,
  onField,
  perform,
  photoOf,
  startField,
  type DeedResult,
} from '#src/api/field/field.ts'
import { fieldPack } from '#contract/work/field-calls.ts'
import { ApiError } from '#src/api/api-error.ts'
import { invalidateCall } from '#src/kit/calls/queries.ts'
import type { Deed, EntryPhoto, EntryProblem } from '#src/lib/field/entry.ts'

/** What waits to be sent, and what was taken along; nothing where this browser keeps nothing. */
export const useField = () => useSyncExternalStore(onField, fieldState)

/** Some browsers' stores never answer: what waits for one is shown without it after this, ms. */
const longestOpening = 5_000

/** Whether this browser keeps what is done; `undefined` while it is opened. */
export function useFieldOn(): boolean | undefined {
  const [isOn, setOn] = useState<boolean>()
  useEffect(() => {
    let isHere = true
    const late = setTimeout(() => setOn(false), longestOpening)
    void startField().then((is) => {
      clearTimeout(late)
      if (isHere) setOn(is)
    })
    return () => {
      isHere = false
      clearTimeout(late)
    }
  }, [])
  return isOn
}

/** A refusal that was kept, as the one it was. */
export const refusalOf = ({ theirs, ...problem }: EntryProblem): ApiError =>
  new ApiError(problem.status, {
    ...problem,
    fields: { ...problem.fields },
    detail: { ...problem.detail },
    ...(theirs && { current: { ...theirs } }),
  })

/**
 * Does something that is kept until it is sent.
 * Errors: rejects with the refusal where the server refuses it at once.
 */
export async function performed(deed: Deed): Promise<Exclude<DeedResult['is'], 'refused'>> {
  const result = await perform(deed)
  if (result.is === 'refused') throw refusalOf(result.problem)
  if (result.is === 'sent') void invalidateCall(fieldPack)
  return result.is
}

/** Where a kept picture is to be seen, for as long as it is drawn. */
export function usePhotoAddress({ id }: EntryPhoto): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    let made: string | undefined
    let isHere = true
    void photoOf(id).then((photo) => {
      if (!photo || !isHere) return
      made = URL.createObjectURL(photo)
      setAddress(made)
    })
    return () => {
      isHere = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  return address
}
