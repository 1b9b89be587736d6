import { useEffect, useState } from 'react'
import { liveAddress, playProtocols } from '#contract/camera/viewing.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Ms for which an address is used: it is good for a minute. */
const addressMs = 45_000
/** Ms between two pictures. */
const everyMs = 4000

/** Pictures, one after the other, instead of a stream: for links that bear no more. */
export function Stills({
  camera,
  name,
  every = everyMs,
  isWatched = true,
}: {
  camera: number
  name: string
  every?: number
  /** Looked at by somebody, and no picture of a list or of a board. */
  isWatched?: boolean
}) {
  const t = useLabels({ module: 'camera' })
  const [shown, setShown] = useState<{ url: string; at: Date } | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    let isOver = false
    let timer: ReturnType<typeof setTimeout>
    let [address, askAgainAt] = ['', 0]
    let isTold = false
    const show = async () => {
      try {
        if (document.visibilityState !== 'hidden') {
          if (Date.now() > askAgainAt) {
            const live = await fetchCall(liveAddress, {
              cameraId: camera,
              protocol: playProtocols.still,
              clarity: 1,
              watched: isWatched && !isTold,
            })
            isTold = true
            address = live.url
            askAgainAt = Date.now() + addressMs
          }
          const answer = await fetch(address)
          if (answer.status !== 200) throw new Error(t('camera:view.noStill'))
          const picture = URL.createObjectURL(await answer.blob())
          if (isOver) return URL.revokeObjectURL(picture)
          setProblem(null)
          setShown((before) => {
            if (before) URL.revokeObjectURL(before.url)
            return { url: picture, at: new Date() }
          })
        }
      } catch (error) {
        if (!isOver) setProblem((error as Error).message)
      }
      if (!isOver) timer = setTimeout(() => void show(), every)
    }
    void show()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [camera, every, isWatched, t])
  return (
    <figure className="camera-stills">
      {shown && <img src={shown.url} alt={t('camera:view.picture', { name })} />}
      <figcaption>
        {problem ??
          (shown
            ? t('camera:view.still', { at: shown.at.toLocaleTimeString() })
            : t('camera:view.opening'))}
      </figcaption>
    </figure>
  )
}
