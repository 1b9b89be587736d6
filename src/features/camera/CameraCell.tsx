import { useEffect, useRef, useState } from 'react'
import { liveAddress, playProtocols } from '#contract/camera/viewing.ts'
import { fetchCall } from '#src/kit/calls/use-call.ts'
import type { CellProps } from '#src/kit/fields/kind.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import './camera.css'

/** Seconds that a picture in a list may be old. */
const mostAge = 300

/** A camera's name with what it last showed. */
export function CameraCell({ row }: CellProps) {
  return (
    <span className="camera-cell">
      <Thumbnail camera={row.id} isOpen={row.enabledFlag === 1} />
      <span>{String(row.name)}</span>
    </span>
  )
}
/** A small picture, asked for once it comes into view. */
function Thumbnail({ camera, isOpen }: { camera: number; isOpen: boolean }) {
  const box = useRef<HTMLSpanElement>(null)
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    if (!isOpen || !box.current) return
    let isOver = false
    let made: string | null = null
    const watcher = new IntersectionObserver(([entry]) => {
      if (!entry?.isIntersecting) return
      watcher.disconnect()
      fetchCall(liveAddress, { cameraId: camera, protocol: playProtocols.still, clarity: 1 })
        .then((live) => fetch(`${live.url}?age=${mostAge}`))
        .then((answer) => (answer.status === 200 ? answer.blob() : null))
        .then((picture) => {
          if (!picture || isOver) return
          made = URL.createObjectURL(picture)
          setUrl(made)
        })
        // Without a picture there is its sign.
        .catch(() => undefined)
    })
    watcher.observe(box.current)
    return () => {
      isOver = true
      watcher.disconnect()
      if (made) URL.revokeObjectURL(made)
    }
  }, [camera, isOpen])
  return (
    <span className="camera-thumb" ref={box} aria-hidden>
      {url ? <img src={url} alt="" /> : <LineIcon name="cameras" />}
    </span>
  )
}
