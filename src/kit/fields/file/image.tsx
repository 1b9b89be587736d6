import { lazy, Suspense } from 'react'
import { resized } from '#contract/file/file-calls.ts'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

// Looking at pictures closely comes with the record's own page.
const Pictures = lazy(() => import('./Pictures.tsx'))

function Cell({ name, row, isDetail, entity }: CellProps) {
  const urls = [row[name] ?? []].flat() as string[]
  const [first] = urls
  if (isEmpty(first)) return <EmptyValue />
  const alt = String(row[entity.title] ?? '')
  if (isDetail)
    return (
      <Suspense>
        <Pictures urls={urls} alt={alt} />
      </Suspense>
    )
  return (
    <span className="kit-thumbs">
      <img className="kit-thumbnail" src={resized(first!)} alt={alt} loading="lazy" />
      {urls.length > 1 && <span className="kit-number">{`+${urls.length - 1}`}</span>}
    </span>
  )
}

export const imageFace: FieldType = { Cell }
