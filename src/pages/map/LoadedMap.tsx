import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useCurrentBase } from '#src/kit/app/use-current-base.ts'
import { useMapData } from './use-map-data.ts'
import './farm-map.css'

type Found = ReturnType<typeof useMapData>
export type Loaded = Omit<Found, 'data' | 'error'> & {
  data: NonNullable<Found['data']>
  base: number | null
}
interface LoadedMapProps {
  /** Its texts and those of what stands on it: asked for one after the other they take twice as long. */
  texts: readonly string[]
  draw: (loaded: Loaded) => ReactNode
}

/** What lies on the map of the chosen base, once it is there; what draws it comes meanwhile. */
export function LoadedMap(props: LoadedMapProps) {
  const base = useCurrentBase()
  const found = useMapData(base)
  // Texts are waited for within, so that the data is asked for at once.
  return (
    <Suspense fallback={<ListSkeleton rows={8} />}>
      <Drawn {...props} found={found} base={base} />
    </Suspense>
  )
}
function Drawn({
  texts,
  draw,
  base,
  found: { data, error, ...found },
}: LoadedMapProps & { found: Found; base: number | null }) {
  useTranslation(texts)
  if (error && !data) return <LoadFailed error={error} onRetry={() => void found.refetch()} />
  if (!data) return <ListSkeleton rows={8} />
  return draw({ ...found, data, base })
}
