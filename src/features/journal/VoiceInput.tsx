import type { StoredFile } from '#contract/field.ts'
import { upload } from '#src/api/upload.ts'
import type { InputProps } from '#src/kit/fields/kind.ts'
import { VoiceRecorder } from './VoiceRecorder.tsx'

/** What was said, stored as soon as it is. */
export default function VoiceInput({ id, value, onChange, disabled }: InputProps) {
  const [kept] = Array.isArray(value) ? (value as StoredFile[]) : []
  return (
    <VoiceRecorder
      id={id}
      disabled={disabled}
      url={kept?.fileUrl ?? null}
      onRecorded={async (file) =>
        onChange([{ fileUrl: await upload(file), fileName: file.name, fileSize: file.size }])
      }
      onRemove={() => onChange([])}
    />
  )
}
