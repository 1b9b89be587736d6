import { useEffect, useRef, useState, type DragEvent, type RefObject } from 'react'
import type { CameraBrief } from '#contract/camera/viewing.ts'
import { useLive } from '#src/features/camera/use-live.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { dragKind } from './CameraTree.tsx'
import '#src/features/camera/camera.css'

interface CellProps {
  camera: CameraBrief | null
  /** Another is seen in full over the wall. */
  isPaused: boolean
  onDrop: (camera: number) => void
  onEnlarge: (camera: CameraBrief) => void
  onRemove: () => void
}
/** One place of the wall, which plays while it can be seen. */
export function WallCell({ camera, onDrop, ...rest }: CellProps) {
  const t = useLabels({ module: 'camera' })
  const [isOver, setOver] = useState(false)
  const handlers = {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(dragKind)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setOver(false)
      const id = Number(event.dataTransfer.getData(dragKind))
      if (id) onDrop(id)
    },
  }
  return (
    <li className={`wall-cell ${isOver ? 'wall-over' : ''}`} {...handlers}>
      {camera ? <Playing camera={camera} {...rest} /> : <p>{t('camera:wall.drop')}</p>}
    </li>
  )
}

type PlayingProps = Omit<CellProps, 'camera' | 'onDrop'> & { camera: CameraBrief }
function Playing({ camera, isPaused, onEnlarge, onRemove }: PlayingProps) {
  const t = useLabels({ module: 'camera' })
  const box = useRef<HTMLDivElement>(null)
  const isSeen = useSeen(box)
  const live = useLive(box, {
    camera: camera.id,
    clarity: 'sd',
    isMuted: true,
    isWanted: isSeen && !isPaused && camera.enabledFlag === 1,
  })
  const word =
    camera.enabledFlag !== 1
      ? t('camera:wall.closedBy')
      : live.state === 'failed'
        ? (live.problem ?? t('camera:wall.failed'))
        : live.state === 'opening'
          ? t('camera:view.opening')
          : null
  return (
    <>
      <div
        className="camera-box"
        ref={box}
        draggable
        role="img"
        aria-label={t('camera:view.picture', { name: camera.name })}
        onDragStart={(event) => event.dataTransfer.setData(dragKind, String(camera.id))}
        onDoubleClick={() => onEnlarge(camera)}
      />
      {word && (
        <div className="wall-word" role="status">
          <p>{word}</p>
          {live.state === 'failed' && camera.enabledFlag === 1 && (
            <>
              <button type="button" onClick={live.again}>
                {t('camera:view.again')}
              </button>
              <button type="button" onClick={() => onEnlarge(camera)}>
                {t('camera:wall.why')}
              </button>
            </>
          )}
        </div>
      )}
      <div className="wall-name">
        <span>{camera.name}</span>
        <button
          type="button"
          aria-label={t('camera:wall.enlarge', { name: camera.name })}
          title={t('camera:wall.enlarge', { name: camera.name })}
          onClick={() => onEnlarge(camera)}
        >
          <LineIcon name="full" size={14} />
        </button>
        <button
          type="button"
          aria-label={t('camera:wall.remove', { name: camera.name })}
          title={t('camera:wall.remove', { name: camera.name })}
          onClick={onRemove}
        >
          <LineIcon name="close" size={14} />
        </button>
      </div>
    </>
  )
}

/** Whether any of it is on the screen. */
function useSeen(box: RefObject<HTMLElement | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watcher = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false))
    watcher.observe(box.current!)
    return () => watcher.disconnect()
  }, [box])
  return isSeen
}
