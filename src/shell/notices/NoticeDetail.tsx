import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { filesOfAttachment, type FileRow } from '#contract/file/file-calls.ts'
import { readMessage, readNotice } from '#contract/message/reader-calls.ts'
import { download } from '#src/api/download.ts'
import { useCall, useAnswer } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import SafeHtml from '#src/ui/SafeHtml.tsx'
import { isOwnAddress } from './rules.ts'
import './notices.css'

export interface NoticeRef {
  kind: 'announcements' | 'notifications'
  id: number
  title: string
}

/** One announcement or notification; opening it reads it (1000 wide). */
export function NoticeDetail({ notice, onClose }: { notice: NoticeRef; onClose: () => void }) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const zone = useTimeZone()
  const detail = useAnswer(
    'notice',
    { kind: notice.kind, id: notice.id },
    async (ask) => {
      if (notice.kind === 'announcements') {
        const { noticeContent, publishedByUser, publishedDate, attachmentUuid } = await ask(
          readNotice,
          {
            id: notice.id,
          },
        )
        return {
          html: noticeContent.noticeBody,
          by: publishedByUser,
          at: publishedDate,
          attachmentUuid,
        }
      }
      const {
        content = '',
        publishedByUser,
        publishedDate,
        attachmentUuid,
      } = await ask(readMessage, { id: notice.id })
      return { html: content, by: publishedByUser, at: publishedDate, attachmentUuid }
    },
    { staleTime: 0 },
  )
  const uuid = detail.data?.attachmentUuid
  const files = useCall(filesOfAttachment, { id: uuid! }, { enabled: !!uuid })
  const save = async ({ fileUrl, fileName }: FileRow) => {
    if (!isOwnAddress(fileUrl)) return void window.open(fileUrl, '_blank', 'noopener,noreferrer')
    await download(fileUrl, fileName).catch((error: unknown) => toastRefusal(labels, error))
  }
  return (
    <Modal
      open
      width={1000}
      footer={null}
      title={notice.title}
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
    >
      {detail.isLoading && <ListSkeleton rows={4} />}
      {detail.error && (
        <LoadFailed error={detail.error} height={240} onRetry={() => void detail.refetch()} />
      )}
      {detail.data && (
        <>
          <p className="notice-by">
            {t('notices.by', { name: detail.data.by, at: momentOf(detail.data.at, zone) })}
          </p>
          <SafeHtml html={detail.data.html} />
          {files.error && (
            <LoadFailed error={files.error} height={120} onRetry={() => void files.refetch()} />
          )}
          {files.data && files.data.length > 0 && (
            <section className="notice-files">
              <h3>{t('notices.attachments')}</h3>
              <ul>
                {files.data.map((file) => (
                  <li key={file.fileUrl}>
                    <button type="button" className="kit-link" onClick={() => void save(file)}>
                      {file.fileName}
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </Modal>
  )
}
