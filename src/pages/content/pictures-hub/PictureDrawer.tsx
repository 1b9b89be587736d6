import { SaveButton, useForm } from '@refinedev/antd'
import { useResourceParams, type HttpError } from '@refinedev/core'
import { Button, Drawer, Form, Input } from 'antd'
import { useNavigate } from 'react-router'
import { entityOutlines } from '#contract/outlines.ts'
import { picture, pictureUsage } from '#contract/content/picture.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import Pictures from '#src/kit/fields/file/Pictures.tsx'
import { entityLabel } from '#src/kit/definition/label.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { isList, type Outline } from '#src/kit/definition/outline.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { addressOf } from '#src/kit/record/use-opened.ts'
import { toast } from '#src/ui/toast.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import type { Picture, Pictures as Hub } from './use-pictures.ts'

interface PictureDrawerProps {
  row: Picture
  pictures: Hub
  may: Permissions
  onClose: () => void
}

/** One picture large: its facts, its name, and the records that show it. */
export function PictureDrawer({ row, pictures, may, onClose }: PictureDrawerProps) {
  const t = useLabels({ module: 'content' })
  const isNarrow = useNarrow()
  const { formProps, saveButtonProps } = useForm<Picture, HttpError, Partial<Picture>>({
    resource: picture.name,
    action: 'edit',
    id: row.id,
    redirect: false,
    // What the list shows of it is all that is needed.
    queryOptions: { enabled: false },
    onMutationSuccess: () => void pictures.refresh().then(onClose),
  })
  const rename = ({ name = '' }: Partial<Picture>) =>
    formProps.onFinish?.({
      name: name.trim(),
      folderId: row.folderId ?? null,
      objectVersionNumber: row.objectVersionNumber,
    })
  const copy = () =>
    navigator.clipboard.writeText(new URL(row.url, location.origin).href).then(
      () => toast({ text: t('content:pictures.copied'), tone: 'good' }),
      () => toast({ text: t('common:failed'), tone: 'bad' }),
    )
  return (
    <Drawer open width={isNarrow ? '100%' : 560} title={row.name} onClose={onClose}>
      <Pictures urls={[row.url]} alt={row.name} />
      <dl className="kit-facts">
        <div>
          <dt>{t('content:pictures.pixels')}</dt>
          <dd>{row.width && row.height ? `${row.width} × ${row.height}` : '–'}</dd>
        </div>
        <div>
          <dt>{t('content:picture.fields.fileSize')}</dt>
          <dd>{row.fileSize ? `${Math.max(1, Math.round(row.fileSize / 1024))} KB` : '–'}</dd>
        </div>
        <div>
          <dt>{t('content:picture.fields.folderId')}</dt>
          <dd>{row.folderIdName ?? '–'}</dd>
        </div>
      </dl>
      {may.edit && (
        <Form
          {...formProps}
          className="pictures-rename"
          initialValues={{ name: row.name }}
          onFinish={(values) => void rename(values as Partial<Picture>)}
        >
          <Form.Item
            name="name"
            rules={[
              {
                required: true,
                whitespace: true,
                message: t('kit:form.fill', { name: t('content:picture.fields.name') }),
              },
            ]}
          >
            <Input maxLength={120} aria-label={t('content:picture.fields.name')} />
          </Form.Item>
          <SaveButton {...saveButtonProps} htmlType="submit" onClick={undefined} />
        </Form>
      )}
      <Button onClick={() => void copy()}>{t('content:pictures.copy')}</Button>
      <Usage id={row.id} />
    </Drawer>
  )
}

function Usage({ id }: { id: number }) {
  const usage = useCall(pictureUsage, { id }, { staleTime: 0 })
  const t = useLabels({ module: 'content' })
  const { resources } = useResourceParams()
  const lists = resources.map(({ meta }) => meta?.outline as Outline).filter(isList)
  const navigate = useNavigate()
  if (usage.isLoading) return <ListSkeleton rows={3} />
  if (usage.error)
    return <LoadFailed error={usage.error} height={160} onRetry={() => void usage.refetch()} />
  const { records, closed } = usage.data!
  return (
    <section>
      <h3>{t('content:pictures.usedIn')}</h3>
      {records.length + closed === 0 && <p>{t('content:pictures.unused')}</p>}
      <ul className="pictures-uses">
        {records.map((one) => {
          const entity = entityOutlines.find((known) => known.name === one.entity)!
          const shown = lists.find(
            (outline) =>
              outline.entity.name === entity.name && outline.list?.rowActions?.includes('show'),
          )
          return (
            <li key={`${one.entity}-${one.id}`}>
              <EntityName entity={entity} />{' '}
              {shown ? (
                <button
                  type="button"
                  className="kit-link"
                  onClick={() => void navigate(addressOf(shown, 'show', one.id))}
                >
                  {one.title}
                </button>
              ) : (
                one.title
              )}
            </li>
          )
        })}
      </ul>
      {closed > 0 && <p>{t('content:pictures.closed', { count: closed })}</p>}
    </section>
  )
}

function EntityName({ entity }: { entity: (typeof entityOutlines)[number] }) {
  return <span className="kit-code">{entityLabel(useLabels(entity), entity)}</span>
}
