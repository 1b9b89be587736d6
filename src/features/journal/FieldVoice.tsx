import { keepSound } from '#src/api/field/field.ts'
import { usePhotoAddress } from '#src/kit/calls/field/use-field.ts'
import type { EntryPhoto } from '#src/lib/field/entry.ts'
import { VoiceRecorder } from './VoiceRecorder.tsx'

interface Props {
  id: string
  value: EntryPhoto | undefined
  disabled?: boolean
  onChange: (sound: EntryPhoto | undefined) => void
}
const none: EntryPhoto = { id: '', name: '' }

/** What was said and waits on this phone, to be sent with the rest. */
export function FieldVoice({ id, value, disabled, onChange }: Props) {
  const url = usePhotoAddress(value ?? none)
  return (
    <VoiceRecorder
      id={id}
      disabled={disabled}
      url={value ? (url ?? null) : null}
      onRecorded={async (file) => onChange(await keepSound(file))}
      onRemove={() => onChange(undefined)}
    />
  )
}
