import { useCallback, useEffect, useRef, useState } from 'react'
import type { MapBase } from '#contract/map/map.ts'
import { makeMapPack } from '#contract/map/pack.ts'
import { dropMap, keptMaps, NotKept, takeMap, type KeptMap } from '#src/api/field/map-packs.ts'
import { useFollowedJob } from '#src/kit/import-export/use-followed-job.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'

interface Fetched {
  bytes: number
  /** null: nobody said. */
  all: number | null
}

/** Packs of this browser: had made, fetched, thrown away. */
export function usePacks(bases: readonly MapBase[]) {
  const t = useLabels({ module: 'map' })
  /** undefined: not known yet; null: nothing can be kept here. */
  const [packs, setPacks] = useState<readonly KeptMap[] | null>()
  const [fetched, setFetched] = useState<Fetched | null>(null)
  const stop = useRef<AbortController>(null)
  const look = useCallback(() => keptMaps().then(setPacks), [])
  useEffect(() => void look(), [look])
  useEffect(() => () => stop.current?.abort(), [])
  const job = useFollowedJob('map-pack', async ({ resultUrl }) => {
    const control = (stop.current = new AbortController())
    setFetched({ bytes: 0, all: null })
    try {
      await takeMap({
        url: resultUrl!,
        nameOf: (id) => bases.find((one) => one.id === id)?.name ?? `#${id}`,
        onBytes: (bytes, all) => setFetched({ bytes, all }),
        signal: control.signal,
      })
      toast({ text: t('map:packs.taken'), tone: 'good' })
    } catch (error) {
      if (!control.signal.aborted) toast({ text: t(`map:packs.${faultOf(error)}`), tone: 'bad' })
    } finally {
      setFetched(null)
      await look()
    }
  })
  return {
    packs,
    /** The server cuts it. */
    cutting: job.isRunning ? job.progress : null,
    fetched,
    make: (areaId: number, zoom: number) => job.start(makeMapPack, { areaId, zoom }),
    cancel: () => {
      job.cancel()
      stop.current?.abort()
    },
    drop: async (areaId: number) => {
      await dropMap(areaId)
      await look()
    },
  }
}
function faultOf(error: unknown): 'impossible' | 'full' | 'failed' {
  if (error instanceof NotKept) return 'impossible'
  return error instanceof DOMException && error.name === 'QuotaExceededError' ? 'full' : 'failed'
}
