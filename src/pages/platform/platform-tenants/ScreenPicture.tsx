import { Button } from 'antd'
import { useRef } from 'react'
import { mostScreenPictureBytes, uploadScreenPicture } from '#contract/platform/platform-calls.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { base64Of } from '#src/lib/base64-of.ts'
import { shrinkImage } from '#src/lib/shrink-image.ts'

/** The card is 200 high; twice that for fine screens. */
const card = { aboveBytes: 200_000, box: { width: 800, height: 500 } }

interface ScreenPictureProps {
  id?: string
  tenantId: number
  number: number
  value: string | null | undefined
  onChange: (address: string | null) => void
  /** What is wrong with it is said at its field. */
  onRefused: (text: string) => void
  disabled?: boolean
}
/** The picture by which a tenant's people know a screen: kept among the tenant's own files. */
export function ScreenPicture({
  id,
  tenantId,
  number,
  value,
  onChange,
  onRefused,
  disabled,
}: ScreenPictureProps) {
  const t = useLabels({ module: 'system' })
  const input = useRef<HTMLInputElement>(null)
  const keeping = useCallMutation(uploadScreenPicture, {
    onDone: ({ screenImage }) => onChange(screenImage),
  })
  const take = async (file: File | undefined) => {
    if (!file) return
    const small = await shrinkImage(file, card)
    if (small.size > mostScreenPictureBytes)
      return onRefused(t('system:tenants.screenImageBig', { size: mostScreenPictureBytes / 1000 }))
    await keeping.send({ id: tenantId, fileName: small.name, content: await base64Of(small) })
  }
  return (
    <div className="kit-uploads">
      {value && (
        <img
          className="kit-picture"
          alt={t('system:tenants.screenImageOf', { number })}
          src={value}
        />
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png,image/webp"
        hidden
        onChange={({ target }) => {
          void take(target.files?.[0])
          target.value = ''
        }}
      />
      <Button
        id={id}
        disabled={disabled}
        loading={keeping.isBusy}
        onClick={() => input.current?.click()}
      >
        {t(value ? 'kit:image.replace' : 'kit:image.choose')}
      </Button>
      {value && (
        <Button type="text" disabled={disabled} onClick={() => onChange(null)}>
          {t('system:tenants.screenImageRemove')}
        </Button>
      )}
      {keeping.problem && <small role="alert">{keeping.problem}</small>}
    </div>
  )
}
