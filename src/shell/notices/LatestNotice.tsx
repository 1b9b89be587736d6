import { Button, Modal } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { noticePages, readNotice, messageCount } from '#contract/message/reader-calls.ts'
import { setNoticeDue } from '#src/api/notice-flag.ts'
import { useCallMutation } from '#src/kit/calls/use-call-mutation.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import SafeHtml from '#src/ui/SafeHtml.tsx'
import { endOfToday, latestToShow } from './rules.ts'

/** After sign-in: the newest announcement, once (780 wide). */
export default function LatestNotice({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('shell')
  const zone = useTimeZone()
  const [endDate] = useState(endOfToday)
  const { data, isError } = useCall(
    noticePages,
    {
      page: 1,
      size: 0,
      statusCode: 'PUBLISHED',
      noticeCategoryCode: 'CLOUDSCIENTO',
      receiverTypeCode: 'ANNOUNCE',
      readFlag: '',
      endDate,
    },
    { staleTime: 0, select: ({ content }) => latestToShow(content) },
  )
  const reading = useCallMutation(readNotice, { invalidates: [messageCount, noticePages] })
  const nothing = data === null || isError
  useEffect(() => {
    if (!nothing) return
    setNoticeDue(false)
    onDone()
  }, [nothing, onDone])
  if (!data) return null
  const close = () => {
    setNoticeDue(false)
    // Only a badge that stays too high is lost when this fails.
    void reading.send({ id: data.id })
    onDone()
  }
  return (
    <Modal
      open
      width={780}
      title={`${t('notices.latest')} · ${data.title}`}
      transitionName=""
      maskTransitionName=""
      onCancel={close}
      footer={
        <Button type="primary" onClick={close}>
          {t('notices.know')}
        </Button>
      }
    >
      <p className="notice-by">
        {t('notices.by', { name: data.publishedByUser, at: momentOf(data.publishedDate, zone) })}
      </p>
      <SafeHtml html={data.noticeContent.noticeBody} />
    </Modal>
  )
}
