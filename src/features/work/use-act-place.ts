import { useCallback, useEffect, useRef, useState } from 'react'
import type { ActPlace } from '#contract/work/act.ts'
import { taskOption } from '#contract/work/task-calls.ts'
import { mostAccuracy } from '#contract/work/task-states.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'

/** Browsers tell a place on safe pages alone, and only where there is something that knows it. */
const canLocate = 'geolocation' in navigator && isSecureContext
/** A phone that has just been out of its pocket takes a moment; longer nobody is kept. */
const patienceMs = 5000
const freshMs = 60_000
const mostKept = 30

type Agreed = Readonly<Record<string, 1>>
function agreedBy(): Agreed {
  try {
    return (JSON.parse(localStorage.getItem(storedKeys.actPlace) ?? '{}') as Agreed | null) ?? {}
  } catch {
    return {}
  }
}
/** Where this phone is; null: it does not say, for whatever reason. */
const here = () =>
  new Promise<ActPlace | null>((done) =>
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude, accuracy } }) =>
        done({ lat: latitude, lng: longitude, accuracy: Math.min(accuracy, mostAccuracy) }),
      () => done(null),
      { enableHighAccuracy: true, timeout: patienceMs, maximumAge: freshMs },
    ),
  )

export interface ActPlaceState {
  /** Whether there is anything to agree to. */
  isOffered: boolean
  isAgreed: boolean
  agree: (isAgreed: boolean) => void
  /** Undefined: nobody has asked yet, or the answer is on its way. */
  place: ActPlace | null | undefined
  /** What goes along with an act: the place where there is one by then, and nothing else ever. */
  found: () => Promise<{ place?: ActPlace }>
}
/**
 * Where somebody stands as they begin or finish, if they let their phone say so; asked for as soon as
 * they have agreed, and never waited for any longer than a phone takes.
 */
export function useActPlace(): ActPlaceState {
  const user = useIdentity()
  const owner = user ? `${user.tenantId}:${user.id}` : null
  // Without a network nobody knows; what is not wanted the server leaves out.
  const { data: option } = useCall(taskOption, {})
  const isOffered = canLocate && option?.placeFlag !== 0
  const [isAgreed, setAgreed] = useState(() => owner !== null && agreedBy()[owner] === 1)
  const [place, setPlace] = useState<ActPlace | null>()
  const asked = useRef<Promise<ActPlace | null>>(undefined)
  const locate = useCallback(() => {
    asked.current ??= here().then((at) => {
      setPlace(at)
      return at
    })
    return asked.current
  }, [])
  const isOn = isOffered && isAgreed
  useEffect(() => {
    if (isOn) void locate()
  }, [isOn, locate])
  const agree = (isNow: boolean) => {
    setAgreed(isNow)
    asked.current = undefined
    setPlace(undefined)
    if (owner === null) return
    const { [owner]: _, ...others } = agreedBy()
    const kept = Object.entries(others).slice(-(mostKept - 1))
    localStorage.setItem(
      storedKeys.actPlace,
      JSON.stringify(Object.fromEntries(isNow ? [...kept, [owner, 1]] : kept)),
    )
  }
  const found = async () => {
    const at = isOn ? await locate() : null
    return at ? { place: at } : {}
  }
  return { isOffered, isAgreed, agree, place, found }
}
