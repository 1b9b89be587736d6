import { Button } from 'antd'
import { lazy, Suspense } from 'react'
import type { StoredFile } from '#contract/field.ts'
import type { UploadKind } from './use-uploads.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'

const Uploads = lazy(() => import('./Uploads.tsx'))
const fromUrl = (fileUrl: string): StoredFile => ({ fileUrl, fileName: '', fileSize: 0 })

interface FileInputProps extends InputProps {
  kind: UploadKind
  max: number
  files: StoredFile[]
  onFiles: (files: StoredFile[]) => void
}
const FileInput = ({
  id,
  field,
  kind,
  max,
  files,
  onFiles,
  disabled,
  invalid,
  describedBy,
}: FileInputProps) => (
  <Suspense fallback={<Button id={id} loading />}>
    <Uploads
      id={id}
      kind={kind}
      max={max}
      clip={field.clip}
      mostBytes={field.mostBytes}
      value={files}
      disabled={disabled}
      invalid={invalid}
      describedBy={describedBy}
      onChange={onFiles}
    />
  </Suspense>
)

const one = (kind: UploadKind) =>
  function OneFileInput(props: InputProps) {
    const files = typeof props.value === 'string' && props.value ? [fromUrl(props.value)] : []
    return (
      <FileInput
        {...props}
        kind={kind}
        max={1}
        files={files}
        onFiles={([file]) => props.onChange(file?.fileUrl ?? null)}
      />
    )
  }
export const ImageInput = one('image')
export const VideoInput = one('video')

export function ImagesInput(props: InputProps) {
  const files = Array.isArray(props.value) ? (props.value as string[]).map(fromUrl) : []
  return (
    <FileInput
      {...props}
      kind="image"
      max={props.field.max ?? 1}
      files={files}
      onFiles={(next) => props.onChange(next.map(({ fileUrl }) => fileUrl))}
    />
  )
}
export function FilesInput(props: InputProps) {
  const files = Array.isArray(props.value) ? (props.value as StoredFile[]) : []
  return (
    <FileInput
      {...props}
      kind="file"
      max={props.field.max ?? 1}
      files={files}
      onFiles={props.onChange}
    />
  )
}
