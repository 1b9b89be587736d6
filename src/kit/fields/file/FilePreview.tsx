import { Modal } from 'antd'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import type { StoredFile } from '#contract/field.ts'

const VideoPlayer = lazy(() => import('#src/ui/VideoPlayer.tsx'))
/** The specification's. */
const width = 500

/** A picture or a film as it is kept: whether it is the right one is seen before it is saved. */
export default function FilePreview({
  file: { fileUrl, fileName },
  kind,
  onClose,
}: {
  file: StoredFile
  kind: 'image' | 'video'
  onClose: () => void
}) {
  const { t } = useTranslation('kit')
  const title = fileName || t('kit:image.current')
  return (
    <Modal
      open
      width={width}
      title={title}
      onCancel={onClose}
      footer={
        <a href={fileUrl} target="_blank" rel="noreferrer">
          {t('kit:uploads.original')}
        </a>
      }
    >
      {kind === 'image' ? (
        <img className="kit-preview" src={fileUrl} alt={title} />
      ) : (
        <Suspense>
          <VideoPlayer url={fileUrl} title={title} />
        </Suspense>
      )}
    </Modal>
  )
}
