import { DeleteOutlined, UploadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, useState, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { maxImageBytes, resized } from '#contract/file/file-calls.ts'
import { upload } from '#src/api/upload.ts'

interface ImageUploadProps {
  id?: string
  value: string | null
  onChange: (url: string | null) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
}
const accepted = ['image/jpeg', 'image/png']

/** One picture: JPG or PNG up to 10 MB (spec 1 §5), shown as soon as it is stored. */
export default function ImageUpload({ id, value, onChange, disabled, invalid, describedBy }: ImageUploadProps) {
  const { t } = useTranslation('kit')
  const input = useRef<HTMLInputElement>(null)
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()

  const handlePick = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file may be picked again after it was removed.
    target.value = ''
    if (!file) return
    if (!accepted.includes(file.type)) return setProblem(t('kit:image.type'))
    if (file.size > maxImageBytes) return setProblem(t('kit:image.size'))
    setProblem(undefined)
    setProgress(0)
    try {
      onChange(await upload(file, { onProgress: setProgress, quiet: true }))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : t('kit:image.failed'))
    } finally {
      setProgress(undefined)
    }
  }
  const isBusy = progress !== undefined
  return (
    <div className="kit-upload">
      {value && <img className="kit-picture" src={resized(value)} alt={t('kit:image.current')} />}
      <input ref={input} type="file" accept={accepted.join(',')} hidden onChange={(event) => void handlePick(event)} />
      <Button id={id} icon={<UploadOutlined />} loading={isBusy} disabled={disabled} danger={invalid} aria-describedby={describedBy} onClick={() => input.current?.click()}>
        {isBusy ? t('kit:image.uploading', { percent: Math.round(progress * 100) }) : value ? t('kit:image.replace') : t('kit:image.choose')}
      </Button>
      {value && !disabled && <Button type="text" icon={<DeleteOutlined />} onClick={() => onChange(null)}>{t('kit:image.remove')}</Button>}
      {problem && <p role="alert" className="kit-problem">{problem}</p>}
    </div>
  )
}
