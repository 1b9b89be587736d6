import { VideoCameraOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldFace } from './kind.ts'
import { Nothing } from './Nothing.tsx'

const VideoPlayer = lazy(() => import('#src/ui/VideoPlayer.tsx'))

function Cell({ name, row, roomy, entity }: CellProps) {
  const url = row[name]
  if (isEmpty(url)) return <Nothing />
  const title = String(row[entity.title] ?? '')
  return roomy ? (
    <Suspense>
      <VideoPlayer url={String(url)} title={title} />
    </Suspense>
  ) : (
    <VideoCameraOutlined aria-label={title} />
  )
}

export const videoFace: FieldFace = { Cell, wide: true }
