import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Pagination, Radio, Select, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { messages, noticePages, readFlags } from '#contract/message/reader-calls.ts'
import { call } from '#src/api/call.ts'
import { momentOf } from '#src/kit/fields/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/ListState.tsx'
import { toastRefusal } from '#src/kit/refusal.ts'
import { useTimeZone } from '#src/kit/use-identity.ts'
import { useLabels } from '#src/kit/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { confirm } from '#src/ui/confirm.ts'
import { countKey } from './NoticeBell.tsx'
import { NoticeDetail, type NoticeRef } from './NoticeDetail.tsx'
import { endOfToday, readAllCode } from './rules.ts'

type Kind = keyof typeof readAllCode
interface Line extends NoticeRef { at: string; by: string; isRead: boolean }
const kinds: Kind[] = ['announcements', 'notifications']
const categories = ['APPROVE', 'ANNOUNCE', 'NOTIFY'] as const
/** Spec 1 §4: all, read (1), unread (0). */
const flags = { all: '', read: '1', unread: '0' } as const

/** Everything that was announced or told, to read and to put away (spec 1 §2.6; 1040 wide). */
export default function NoticeCentre({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const zone = useTimeZone()
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>('announcements')
  const [place, setPlace] = useState({ page: 1, size: 10, readFlag: flags.all as string, category: undefined as string | undefined })
  const [open, setOpen] = useState<NoticeRef>()
  const list = useQuery({
    queryKey: ['notices', kind, place], staleTime: 0, placeholderData: keepPreviousData,
    queryFn: async (): Promise<{ lines: Line[]; total: number }> => {
      const { page, size, category } = place
      const readFlag = place.readFlag as '' | '0' | '1'
      const common = { page, size, readFlag, endDate: endOfToday(), ...(category && { noticeCategoryCode: category }) }
      if (kind === 'announcements') {
        const found = await call(noticePages, { ...common, statusCode: 'PUBLISHED', receiverTypeCode: 'ANNOUNCE' }, { quiet: true })
        return { total: found.totalElements, lines: found.content.map((one) => ({ kind, id: one.id, title: one.title, at: one.publishedDate, by: one.publishedByUser, isRead: one.readFlag === 1 })) }
      }
      const found = await call(messages, { ...common, withContent: '1', userMessageTypeCode: 'NOTICE' }, { quiet: true })
      return { total: found.totalElements, lines: found.content.map((one) => ({ kind, id: one.id, title: one.subject, at: one.publishedDate, by: one.publishedByUser, isRead: one.readFlag === 1 })) }
    },
  })
  const refresh = async () => {
    await Promise.all([queries.invalidateQueries({ queryKey: ['notices'] }), queries.invalidateQueries({ queryKey: [countKey] })])
  }
  const readAll = async () => {
    if (!(await confirm({ title: t('notices.confirmReadAll'), go: t('notices.readAll') }))) return
    await call(readFlags, { readAll: readAllCode[kind] }, { quiet: true }).catch((error: unknown) => toastRefusal(labels, error))
    await refresh()
  }
  return (
    <Modal open width={1040} footer={null} title={t('notices.centre')} transitionName="" maskTransitionName="" onCancel={onClose}>
      <Tabs activeKey={kind} onChange={(next) => { setKind(next as Kind); setPlace({ ...place, page: 1 }) }} items={kinds.map((key) => ({ key, label: t(`notices.${key}`) }))} />
      <div className="notice-tools">
        <Radio.Group aria-label={t('notices.centre')} value={place.readFlag} onChange={(event) => setPlace({ ...place, page: 1, readFlag: event.target.value as string })} options={Object.entries(flags).map(([name, value]) => ({ value, label: t(`notices.${name}`) }))} />
        <Select aria-label={t('notices.category')} placeholder={t('notices.category')} allowClear style={{ width: 140 }} value={place.category} onChange={(category?: string) => setPlace({ ...place, page: 1, category })} options={categories.map((value) => ({ value, label: t(`notices.categories.${value}`) }))} />
        <span className="shell-grow" />
        <Button onClick={() => void readAll()}>{t('notices.readAll')}</Button>
      </div>
      {list.isLoading && <ListSkeleton rows={5} />}
      {list.error && <LoadFailed error={list.error} height={300} onRetry={() => void list.refetch()} />}
      {list.data?.lines.length === 0 && <EmptyState variant="noMessage" height={300} />}
      <ul className="notice-list">
        {list.data?.lines.map((line) => (
          <li key={line.id}>
            <button type="button" onClick={() => setOpen(line)}>
              <i className={line.isRead ? 'notice-read' : 'notice-unread'} role="img" aria-label={t(line.isRead ? 'notices.read' : 'notices.unread')} />
              <span>{line.title}</span><small>{t('notices.by', { name: line.by, at: momentOf(line.at, zone) })}</small>
            </button>
          </li>
        ))}
      </ul>
      {list.data && list.data.total > 0 && (
        <Pagination size="small" current={place.page} pageSize={place.size} total={list.data.total} showSizeChanger showTotal={(count) => labels('common:table.total', { count })} onChange={(page, size) => setPlace({ ...place, page, size })} />
      )}
      {open && <NoticeDetail notice={open} onClose={() => { setOpen(undefined); void refresh() }} />}
    </Modal>
  )
}
