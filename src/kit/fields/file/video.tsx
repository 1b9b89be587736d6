import { VideoCameraOutlined } from '@ant-design/icons'
import { lazy, Suspense } from 'react'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

const VideoPlayer = lazy(() => import('#src/ui/VideoPlayer.tsx'))

function Cell({ name, row, isDetail, entity }: CellProps) {
  const url = row[name]
  if (isEmpty(url)) return <EmptyValue />
  const title = String(row[entity.title] ?? '')
  return isDetail ? (
    <Suspense>
      <VideoPlayer url={String(url)} title={title} />
    </Suspense>
  ) : (
    <VideoCameraOutlined aria-label={title} />
  )
}

export const videoFace: FieldType = { Cell, wide: true }
