import {
  CloseOutlined,
  FileOutlined,
  LeftOutlined,
  RightOutlined,
  UploadOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clip, StoredFile } from '#contract/field.ts'
import { resized } from '#contract/file/file-calls.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { HubButton } from './HubButton.tsx'
import { UploadProgress } from './UploadProgress.tsx'
import { useUploads, type UploadKind } from './use-uploads.ts'

const FilePreview = lazy(() => import('./FilePreview.tsx'))

interface UploadsProps {
  id?: string
  kind: UploadKind
  value: readonly StoredFile[]
  max: number
  clip?: Clip
  /** Where it is not what a picture may usually weigh. */
  mostBytes?: number
  onChange: (files: StoredFile[]) => void
  disabled?: boolean
  invalid?: boolean
  describedBy?: string
}

/**
 * Files of a record: shown as soon as they are stored, in an order one can change. One too many
 * takes the last one's place.
 */
export default function Uploads({
  id,
  kind,
  value,
  max,
  clip,
  mostBytes,
  onChange,
  disabled,
  invalid,
  describedBy,
}: UploadsProps) {
  const t = untypedT(useTranslation('kit').t)
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const [opened, setOpened] = useState<StoredFile>()
  // Several may arrive between two drawings.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  const set = (files: StoredFile[]) => {
    latest.current = files
    onChange(files)
  }
  const { uploads, add, dismiss, retry, accept, isBusy } = useUploads(
    kind,
    (file) => set([...latest.current.slice(0, max - 1), file]),
    { clip, mostBytes },
  )
  const move = (at: number, by: number) => {
    const next = [...value]
    next.splice(at + by, 0, ...next.splice(at, 1))
    set(next)
  }
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) add(event.dataTransfer.files)
  }
  return (
    <div
      className={isOver ? 'kit-uploads kit-uploads-over' : 'kit-uploads'}
      onDrop={handleDrop}
      onDragLeave={() => setOver(false)}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
    >
      {value.length > 0 && (
        <ul className={kind === 'file' ? 'kit-upload-list' : 'kit-upload-grid'}>
          {value.map(({ fileUrl, fileName }, at) => (
            <li key={fileUrl}>
              {kind === 'file' ? (
                <span className="kit-upload-name">
                  <FileOutlined /> {fileName}
                </span>
              ) : (
                <button
                  type="button"
                  className="plain-button kit-upload-open"
                  title={t('kit:uploads.open', { name: fileName })}
                  onClick={() => setOpened(value[at])}
                >
                  {kind === 'image' ? (
                    <img src={resized(fileUrl)} alt={fileName || t('kit:image.current')} />
                  ) : (
                    <>
                      <VideoCameraOutlined /> {fileName || t('kit:video.current')}
                    </>
                  )}
                </button>
              )}
              {!disabled && (
                <span className="kit-upload-tools">
                  {value.length > 1 && (
                    <Button
                      size="small"
                      type="text"
                      icon={<LeftOutlined />}
                      disabled={at === 0}
                      aria-label={t('kit:uploads.earlier', { name: fileName })}
                      onClick={() => move(at, -1)}
                    />
                  )}
                  {value.length > 1 && (
                    <Button
                      size="small"
                      type="text"
                      icon={<RightOutlined />}
                      disabled={at === value.length - 1}
                      aria-label={t('kit:uploads.later', { name: fileName })}
                      onClick={() => move(at, 1)}
                    />
                  )}
                  <Button
                    size="small"
                    type="text"
                    icon={<CloseOutlined />}
                    aria-label={t('kit:uploads.remove', { name: fileName })}
                    onClick={() => set(value.filter((_, other) => other !== at))}
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
        accept={accept}
        multiple={max > 1}
        hidden
        onChange={({ target }) => {
          add(target.files ?? [])
          // The same file may be picked again after it was removed.
          target.value = ''
        }}
      />
      <Button
        id={id}
        icon={<UploadOutlined />}
        disabled={disabled}
        danger={invalid}
        aria-describedby={describedBy}
        aria-busy={isBusy}
        onClick={() => input.current?.click()}
      >
        {t(value.length > 0 && max === 1 ? `kit:${kind}.replace` : `kit:${kind}.choose`)}
      </Button>
      {kind === 'image' && (
        <HubButton
          disabled={disabled}
          onPick={({ url, name, fileSize }) =>
            set([
              // The same picture twice is one picture.
              ...latest.current.filter((one) => one.fileUrl !== url).slice(0, max - 1),
              { fileUrl: url, fileName: name, fileSize: fileSize ?? 0 },
            ])
          }
        />
      )}
      <UploadProgress uploads={uploads} onDismiss={dismiss} onRetry={retry} />
      {opened && kind !== 'file' && (
        <Suspense>
          <FilePreview file={opened} kind={kind} onClose={() => setOpened(undefined)} />
        </Suspense>
      )}
    </div>
  )
}
