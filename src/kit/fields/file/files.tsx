import { PaperClipOutlined } from '@ant-design/icons'
import type { StoredFile } from '#contract/field.ts'
import type { Translate } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isEmpty, type CellProps, type FieldType } from '#src/kit/fields/kind.ts'
import { EmptyValue } from '#src/kit/fields/EmptyValue.tsx'

async function save(t: Translate, fileUrl: string, fileName: string): Promise<void> {
  const [{ download }, { toastRefusal }] = await Promise.all([
    import('#src/api/download.ts'),
    import('#src/kit/actions/refusal.ts'),
  ])
  await download(fileUrl, fileName).catch((error: unknown) => toastRefusal(t, error))
}

function Cell({ name, row, isDetail }: CellProps) {
  const t = useLabels()
  if (isEmpty(row[name])) return <EmptyValue />
  const files = row[name] as StoredFile[]
  if (!isDetail)
    return (
      <span className="kit-number" title={files.map(({ fileName }) => fileName).join('\n')}>
        <PaperClipOutlined /> {files.length}
      </span>
    )
  return (
    <ul className="kit-files">
      {files.map(({ fileUrl, fileName }) => (
        <li key={fileUrl}>
          <button
            type="button"
            className="kit-link"
            onClick={() => void save(t, fileUrl, fileName)}
          >
            <PaperClipOutlined /> {fileName}
          </button>
        </li>
      ))}
    </ul>
  )
}

export const filesFace: FieldType = { Cell, wide: true }
