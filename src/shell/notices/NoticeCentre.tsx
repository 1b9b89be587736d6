import { Button, Modal, Pagination, Radio, Select, Tabs } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { confirm } from '#src/ui/confirm.ts'
import { toast } from '#src/ui/toast.ts'
import { NoticeDetail, type NoticeRef } from './NoticeDetail.tsx'
import { readAllCode } from './rules.ts'
import { useUnread } from './use-unread.ts'
import { useNotices, type NoticeKind, type Place } from './use-notices.ts'
import './notices.css'

const kinds: NoticeKind[] = ['announcements', 'notifications']
/** What each tab can be narrowed to. */
const categories = {
  announcements: ['APPROVE', 'ANNOUNCE', 'NOTIFY'],
  notifications: ['APPROVE', 'NOTIFY'],
} as const
const unreadIn = {
  announcements: 'unreadNoticeCount',
  notifications: 'unreadMessageCount',
} as const
/** All, read (1), unread (0). */
const flags = { all: '', read: '1', unread: '0' } as const

/** Everything that was announced or told, to read and to put away (1040 wide). */
export default function NoticeCentre({
  first = 'announcements',
  onClose,
}: {
  first?: NoticeKind
  onClose: () => void
}) {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  const zone = useTimeZone()
  const [kind, setKind] = useState<NoticeKind>(first)
  const [open, setOpen] = useState<NoticeRef>()
  const { counts } = useUnread()
  const { place, setPlace, list, refresh, readAll } = useNotices(kind)
  const go = (change: Partial<Place>) => setPlace({ ...place, page: 1, ...change })
  const handleReadAll = async () => {
    if (!(await confirm({ title: t('notices.confirmReadAll'), go: t('notices.readAll') }))) return
    if (await readAll.send({ readAll: readAllCode[kind] }))
      toast({ text: t('notices.allRead'), tone: 'good' })
  }
  return (
    <Modal
      open
      width={1040}
      footer={null}
      title={t('notices.centre')}
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
    >
      <Tabs
        activeKey={kind}
        onChange={(next) => {
          setKind(next as NoticeKind)
          go({ category: undefined })
        }}
        items={kinds.map((key) => {
          const count = counts?.[unreadIn[key]] ?? 0
          return {
            key,
            label:
              count > 0
                ? t('notices.unreadOf', { name: t(`notices.${key}`), count })
                : t(`notices.${key}`),
          }
        })}
      />
      <div className="notice-tools">
        <Radio.Group
          aria-label={t('notices.centre')}
          value={place.readFlag}
          onChange={(event) => go({ readFlag: event.target.value as Place['readFlag'] })}
          options={Object.entries(flags).map(([name, value]) => ({
            value,
            label: t(`notices.${name}`),
          }))}
        />
        <Select
          aria-label={t('notices.category')}
          placeholder={t('notices.category')}
          allowClear
          style={{ width: 140 }}
          value={place.category}
          onChange={(category?: string) => go({ category })}
          options={categories[kind].map((value) => ({
            value,
            label: t(`notices.categories.${value}`),
          }))}
        />
        <span className="shell-grow" />
        <Button loading={readAll.isBusy} onClick={() => void handleReadAll()}>
          {t('notices.readAll')}
        </Button>
      </div>
      {readAll.problem && <p role="alert">{readAll.problem}</p>}
      {list.isLoading && <ListSkeleton rows={5} />}
      {list.error && (
        <LoadFailed error={list.error} height={300} onRetry={() => void list.refetch()} />
      )}
      {!list.error && list.data?.lines.length === 0 && (
        <EmptyState variant="noMessage" height={300} />
      )}
      {!list.error && (
        <ul className="notice-list" aria-busy={list.isPlaceholderData}>
          {list.data?.lines.map((line) => (
            <li key={line.id}>
              <button type="button" onClick={() => setOpen(line)}>
                <i
                  className={line.isRead ? 'notice-read' : 'notice-unread'}
                  role="img"
                  aria-label={t(line.isRead ? 'notices.read' : 'notices.unread')}
                />
                <span className={line.isRead ? undefined : 'notice-line-unread'}>{line.title}</span>
                <small>{t('notices.by', { name: line.by, at: momentOf(line.at, zone) })}</small>
              </button>
            </li>
          ))}
        </ul>
      )}
      {list.data && list.data.total > 0 && (
        <Pagination
          size="small"
          current={place.page}
          pageSize={place.size}
          total={list.data.total}
          showSizeChanger
          showTotal={(count) => labels('common:table.total', { count })}
          onChange={(page, size) => setPlace({ ...place, page, size })}
        />
      )}
      {open && (
        <NoticeDetail
          notice={open}
          onClose={() => {
            setOpen(undefined)
            void refresh()
          }}
        />
      )}
    </Modal>
  )
}
