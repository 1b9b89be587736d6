import { UploadOutlined } from '@ant-design/icons'
import { Button, Input, Pagination, Select } from 'antd'
import { useRef, useState, type DragEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { picture } from '#contract/content/picture.ts'
import { resized } from '#contract/file/file-calls.ts'
import { BulkOutcome } from '#src/kit/actions/bulk/BulkOutcome.tsx'
import { useDefinition } from '#src/kit/definition/definition-context.ts'
import { UploadProgress } from '#src/kit/fields/file/UploadProgress.tsx'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { sentenceOf } from '#src/kit/actions/refusal.ts'
import { runBulk, type BulkResult } from '#src/kit/actions/bulk/bulk.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { usePermissions } from '#src/kit/app/use-permissions.ts'
import { useUploads } from '#src/kit/fields/file/use-uploads.ts'
import { confirm } from '#src/ui/confirm.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { isComposing } from '#src/lib/ime.ts'
import { FolderTree } from './FolderTree.tsx'
import { PictureDrawer } from './PictureDrawer.tsx'
import { pageSize, usePictures, type Picture } from './use-pictures.ts'
import '#src/kit/list/kit.css'
import '#src/kit/form/form.css'
import './pictures.css'

const actions = ['list', 'create', 'edit', 'delete']
const positive = (text: string | null) =>
  Number.isSafeInteger(Number(text)) && Number(text) > 0 ? Number(text) : undefined

/** The tenant's pictures: folders, many uploads at once, and where each picture is used. */
export default function PicturesPage() {
  const t = useLabels({ module: 'content' })
  const definition = useDefinition()
  const may = usePermissions(definition, actions) ?? {}
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const query = new URLSearchParams(search)
  const place = {
    folder: positive(query.get('folder')),
    name: query.get('name') ?? '',
    page: positive(query.get('page')) ?? 1,
  }
  const go = (change: Partial<typeof place>) => {
    const next = { ...place, page: 1, ...change }
    const address = new URLSearchParams()
    if (next.folder) address.set('folder', String(next.folder))
    if (next.name) address.set('name', next.name)
    if (next.page > 1) address.set('page', String(next.page))
    void navigate({ pathname, search: address.toString() })
  }
  const pictures = usePictures(place)
  const { list, folders } = pictures
  const rows = list.data?.content ?? []
  const [typed, setTyped] = useState(place.name)
  const [chosen, setChosen] = useState<ReadonlyMap<number, Picture>>(new Map())
  const [open, setOpen] = useState<Picture>()
  const [result, setResult] = useState<BulkResult>()
  const input = useRef<HTMLInputElement>(null)
  const { uploads, add, dismiss, retry, accept } = useUploads(
    'image',
    async ({ fileUrl, fileName }) => void (await pictures.addPicture(fileUrl, fileName)),
  )
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    if (may.create) add(event.dataTransfer.files)
  }
  const toggle = (row: Picture) =>
    setChosen((before) => {
      const next = new Map(before)
      if (!next.delete(row.id)) next.set(row.id, row)
      return next
    })
  const all = async (act: (row: Picture) => Promise<unknown>) => {
    const outcome = await runBulk(
      [...chosen.values()],
      (row) => act(row as Picture).then(() => undefined),
      (error) => sentenceOf(t, error).text,
    )
    setResult(outcome)
    setChosen(new Map(outcome.refused.map(({ row }) => [row.id, row as Picture])))
  }
  const remove = async () => {
    if (
      await confirm({
        title: t('kit:list.confirmBulkDelete'),
        body: t('kit:list.selected', { count: chosen.size }),
        go: t('common:actions.delete'),
        isDanger: true,
      })
    )
      await all(({ id }) => pictures.deletePicture(id))
  }
  return (
    <section
      className="pictures"
      onDrop={handleDrop}
      onDragOver={(event) => event.preventDefault()}
    >
      <FolderTree
        pictures={pictures}
        current={place.folder}
        may={may}
        onOpen={(folder) => go({ folder })}
      />
      <div className="pictures-main">
        <div className="pictures-bar">
          <Input.Search
            allowClear
            value={typed}
            aria-label={t('content:pictures.search')}
            placeholder={t('content:pictures.search')}
            onChange={(event) => setTyped(event.target.value)}
            onSearch={(text, event) => {
              if (!event || !('nativeEvent' in event) || !isComposing(event as never))
                go({ name: text.trim() })
            }}
          />
          {may.create && (
            <>
              <input
                ref={input}
                type="file"
                hidden
                multiple
                accept={accept}
                onChange={({ target }) => {
                  add(target.files ?? [])
                  target.value = ''
                }}
              />
              <Button
                type="primary"
                icon={<UploadOutlined />}
                onClick={() => input.current?.click()}
              >
                {t('content:pictures.upload')}
              </Button>
            </>
          )}
        </div>
        {may.create && <p className="pictures-hint">{t('content:pictures.hint')}</p>}
        <UploadProgress uploads={uploads} onDismiss={dismiss} onRetry={retry} />
        {result && (
          <BulkOutcome entity={picture} result={result} onClose={() => setResult(undefined)} />
        )}
        {list.isLoading && <ListSkeleton rows={6} />}
        {list.isError && <LoadFailed error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess && rows.length === 0 && (
          <EmptyState variant={place.name ? 'noContent' : 'noData'} height={400}>
            {!place.name && <p>{t('content:pictures.empty')}</p>}
          </EmptyState>
        )}
        <ul className="pictures-grid">
          {rows.map((row) => (
            <li key={row.id} data-chosen={chosen.has(row.id) || undefined}>
              <button
                type="button"
                className="pictures-picture"
                aria-label={t('content:pictures.open', { name: row.name })}
                onClick={() => setOpen(row)}
              >
                <img src={resized(row.url)} alt="" loading="lazy" />
              </button>
              <label className="pictures-name">
                {(may.edit || may.delete) && (
                  <input
                    type="checkbox"
                    className="kit-check"
                    checked={chosen.has(row.id)}
                    onChange={() => toggle(row)}
                  />
                )}{' '}
                <span>{row.name}</span>
              </label>
            </li>
          ))}
        </ul>
        {(list.data?.totalElements ?? 0) > pageSize && (
          <Pagination
            current={place.page}
            pageSize={pageSize}
            total={list.data!.totalElements}
            showSizeChanger={false}
            showTotal={(count) => t('common:table.total', { count })}
            onChange={(page) => go({ page })}
          />
        )}
        {chosen.size > 0 && (
          <div className="kit-bulk" role="region" aria-label={t('kit:list.bulk')}>
            <span>{t('kit:list.selected', { count: chosen.size })}</span>
            {may.edit && (
              <Select
                size="small"
                className="pictures-move"
                placeholder={t('content:pictures.moveTo')}
                aria-label={t('content:pictures.moveTo')}
                value={null}
                options={[
                  { value: 0, label: t('content:pictures.noFolder') },
                  ...(folders.data ?? []).map(({ id, folderName }) => ({
                    value: id,
                    label: folderName,
                  })),
                ]}
                onChange={(folder: number | null) =>
                  folder !== null &&
                  void all((row) => pictures.editPicture(row, { folderId: folder || null }))
                }
              />
            )}
            {may.delete && (
              <button type="button" className="kit-bulk-danger" onClick={() => void remove()}>
                {t('kit:list.bulkAction', {
                  action: t('common:actions.delete'),
                  count: chosen.size,
                })}
              </button>
            )}
            <button type="button" onClick={() => setChosen(new Map())}>
              {t('kit:list.clearSelection')}
            </button>
          </div>
        )}
      </div>
      {open && (
        <PictureDrawer
          key={open.id}
          row={open}
          pictures={pictures}
          may={may}
          onClose={() => setOpen(undefined)}
        />
      )}
    </section>
  )
}
