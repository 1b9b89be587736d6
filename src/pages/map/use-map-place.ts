import { useCallback, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { storedKeys } from '#src/lib/stored-keys.ts'
import { isSameAddress, readPlace, writePlace, type KeptPlace, type MapPlace } from './map-place.ts'

type Kept = Readonly<Record<string, KeptPlace>>
function keptOf(): Kept {
  try {
    return (JSON.parse(localStorage.getItem(storedKeys.map) ?? '{}') as Kept | null) ?? {}
  } catch {
    return {}
  }
}
/** As many people as share one browser. */
const mostKept = 30
/** A map that is moved says where it is once it rests. */
const restMs = 400

/** What the map shows: kept in its address, the layers and colours for the next visit too. */
export function useMapPlace() {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const user = useIdentity()
  const owner = user ? `${user.tenantId}:${user.id}` : null
  const [place, setPlace] = useState(() => readPlace(search, owner ? keptOf()[owner] : {}))
  const written = useRef(search)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // A link that leads here while the map is open is followed.
  useEffect(() => {
    const isSame = isSameAddress(search, written.current)
    written.current = search
    if (isSame) return
    setPlace((now) => ({ ...readPlace(search, now), at: readPlace(search).at ?? now.at }))
  }, [search])
  useEffect(() => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      const next = writePlace(written.current, place)
      if (isSameAddress(next, written.current)) return
      written.current = next
      void navigate({ pathname, search: next }, { replace: true })
    }, restMs)
    return () => clearTimeout(timer.current)
  }, [place, pathname, navigate])
  const { by, off, ground } = place
  useEffect(() => {
    if (!owner) return
    const { [owner]: _, ...others } = keptOf()
    const all = Object.entries({ ...others, [owner]: { by, off, ground } }).slice(-mostKept)
    localStorage.setItem(storedKeys.map, JSON.stringify(Object.fromEntries(all)))
  }, [owner, by, off, ground])
  const change = useCallback(
    (next: Partial<MapPlace>) => setPlace((now) => ({ ...now, ...next })),
    [],
  )
  return { place, change }
}
