import { Button, Input, Modal, Pagination } from 'antd'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { picture } from '#contract/content/picture.ts'
import { resized } from '#contract/file/file-calls.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { recordsCall } from '#src/kit/calls/records.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

export interface HubPicture {
  id: number
  name: string
  url: string
  fileSize: number | null
}
const pageSize = 12
const pictures = recordsCall<HubPicture>(picture)

interface HubDialogProps {
  onPick: (picked: HubPicture) => void
  onClose: () => void
}
/** A picture that the tenant has already: found by its name, taken by its address. */
export default function HubDialog({ onPick, onClose }: HubDialogProps) {
  const t = useLabels()
  const [name, setName] = useState('')
  const [page, setPage] = useState(1)
  const list = useCall(
    pictures,
    { page, size: pageSize, name: name || undefined },
    { placeholderData: keepPreviousData },
  )
  const rows = list.data?.content ?? []
  return (
    <Modal
      open
      width={720}
      title={t('kit:hub.title')}
      footer={<Button onClick={onClose}>{t('common:buttons.cancel')}</Button>}
      onCancel={onClose}
    >
      <Input.Search
        allowClear
        aria-label={t('kit:hub.search')}
        placeholder={t('kit:hub.search')}
        onSearch={(text) => {
          setName(text.trim())
          setPage(1)
        }}
      />
      {list.isLoading && <ListSkeleton rows={4} />}
      {list.error && (
        <LoadFailed error={list.error} height={240} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <p className="kit-hub-none">{t(name ? 'kit:hub.noMatch' : 'kit:hub.empty')}</p>
      )}
      <ul className="kit-hub" aria-label={t('kit:hub.title')}>
        {rows.map((row) => (
          <li key={row.id}>
            <button type="button" onClick={() => onPick(row)}>
              <img src={resized(row.url)} alt="" loading="lazy" />
              <span>{row.name}</span>
            </button>
          </li>
        ))}
      </ul>
      {(list.data?.totalElements ?? 0) > pageSize && (
        <Pagination
          size="small"
          current={page}
          pageSize={pageSize}
          total={list.data!.totalElements}
          showSizeChanger={false}
          onChange={setPage}
        />
      )}
    </Modal>
  )
}
