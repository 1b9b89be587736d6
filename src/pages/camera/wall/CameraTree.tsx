import { Input } from 'antd'
import { useState, type DragEvent } from 'react'
import type { CameraBrief } from '#contract/camera/viewing.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'

/** What is dragged: a camera's id. */
export const dragKind = 'application/x-furrow-camera'

interface TreeProps {
  bases: readonly { areaId: number; areaName: string; cameras: readonly CameraBrief[] }[]
  chosen: readonly number[]
  onToggle: (id: number) => void
}
/** Bases with their cameras: dragged onto the wall, or put on and off it by a click. */
export function CameraTree({ bases, chosen, onToggle }: TreeProps) {
  const t = useLabels({ module: 'camera' })
  const [sought, setSought] = useState('')
  const isSought = ({ name, landName }: CameraBrief) =>
    `${name} ${landName ?? ''}`.toLowerCase().includes(sought.trim().toLowerCase())
  return (
    <aside className="wall-tree" aria-label={t('camera:wall.tree')}>
      <Input.Search
        allowClear
        placeholder={t('camera:wall.search')}
        aria-label={t('camera:wall.search')}
        value={sought}
        onChange={({ target }) => setSought(target.value)}
      />
      {bases.map(({ areaId, areaName, cameras }) => (
        <details key={areaId} open>
          <summary>{areaName}</summary>
          <ul>
            {cameras.filter(isSought).map((camera) => (
              <li key={camera.id}>
                <button
                  type="button"
                  draggable
                  aria-pressed={chosen.includes(camera.id)}
                  onDragStart={(event: DragEvent) =>
                    event.dataTransfer.setData(dragKind, String(camera.id))
                  }
                  onClick={() => onToggle(camera.id)}
                >
                  <span>
                    {camera.name}
                    {camera.landName && <small>{camera.landName}</small>}
                  </span>
                  <StatusTag
                    tone={
                      camera.enabledFlag !== 1 ? 'quiet' : camera.online === 1 ? 'good' : 'quiet'
                    }
                  >
                    {t(
                      camera.enabledFlag !== 1
                        ? 'camera:wall.closed'
                        : camera.online === 1
                          ? 'camera:wall.online'
                          : 'camera:wall.offline',
                    )}
                  </StatusTag>
                </button>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </aside>
  )
}
