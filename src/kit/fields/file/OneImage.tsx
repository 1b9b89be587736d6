import Uploads from './Uploads.tsx'

interface OneImageProps {
  id?: string
  value: string | null
  onChange: (url: string | null) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
}
/** One picture by its address. */
export default function OneImage({ value, onChange, ...rest }: OneImageProps) {
  const held = value ? [{ fileUrl: value, fileName: '', fileSize: 0 }] : []
  return (
    <Uploads
      kind="image"
      max={1}
      value={held}
      onChange={(files) => onChange(files[0]?.fileUrl ?? null)}
      {...rest}
    />
  )
}
