import { CameraOutlined, CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import { keepPhoto } from '#src/api/field/field.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { EntryPhoto } from '#src/lib/field/entry.ts'
import { usePhotoAddress } from './use-field.ts'

interface Props {
  id?: string
  value: readonly EntryPhoto[]
  max: number
  onChange?: (photos: readonly EntryPhoto[]) => void
  disabled?: boolean
  'aria-describedby'?: string
}

/** Pictures that wait on this phone: made small and kept as they are taken, sent with the rest. */
export function FieldPhotos({ id, value, max, onChange, disabled, ...rest }: Props) {
  const t = useLabels()
  const input = useRef<HTMLInputElement>(null)
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  const add = async (files: readonly File[]) => {
    setBusy(true)
    setFailed(false)
    try {
      const kept: EntryPhoto[] = []
      for (const file of files.slice(0, max - value.length)) kept.push(await keepPhoto(file))
      onChange?.([...value, ...kept])
    } catch {
      setFailed(true)
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className="kit-uploads">
      {value.length > 0 && (
        <ul className="kit-upload-grid">
          {value.map((photo, at) => (
            <li key={photo.id}>
              <Picture photo={photo} alt={t('kit:field.photo', { at: at + 1 })} />
              {!disabled && (
                <span className="kit-upload-tools">
                  <Button
                    size="small"
                    type="text"
                    icon={<CloseOutlined />}
                    aria-label={t('kit:uploads.remove', {
                      name: t('kit:field.photo', { at: at + 1 }),
                    })}
                    onClick={() => onChange?.(value.filter(({ id: one }) => one !== photo.id))}
                  />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept="image/jpeg,image/png"
        multiple
        hidden
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          target.value = ''
        }}
      />
      <Button
        id={id}
        size="large"
        icon={<CameraOutlined />}
        loading={isBusy}
        disabled={disabled || value.length >= max}
        onClick={() => input.current?.click()}
        {...rest}
      >
        {t('kit:field.take')}
      </Button>
      {hasFailed && <p role="alert">{t('kit:field.full')}</p>}
    </div>
  )
}
function Picture({ photo, alt }: { photo: EntryPhoto; alt: string }) {
  const address = usePhotoAddress(photo)
  return address ? <img src={address} alt={alt} /> : <span aria-busy="true" />
}
