import {
  DeleteOutlined,
  EditOutlined,
  FolderAddOutlined,
  FolderOutlined,
  PictureOutlined,
} from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useState } from 'react'
import { toastRefusal } from '#src/kit/actions/refusal.ts'
import { treeOf, type Branch } from '#src/kit/list/rows/tree.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import type { Permissions } from '#src/kit/app/use-permissions.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import { useSubmit } from '#src/kit/form/use-submit.ts'
import { confirm } from '#src/ui/confirm.ts'
import type { Folder, Pictures } from './use-pictures.ts'

interface FolderTreeProps {
  pictures: Pictures
  current: number | undefined
  may: Permissions
  onOpen: (folder: number | undefined) => void
}
type Naming = { folder: Folder } | { parentId: number | null }

/** Folders within folders: which one is looked at, and what can be done to it. */
export function FolderTree({ pictures, current, may, onOpen }: FolderTreeProps) {
  const t = useLabels({ module: 'content' })
  const [naming, setNaming] = useState<Naming>()
  const folders = pictures.folders.data ?? []
  const open = folders.find(({ id }) => id === current)
  const remove = async (folder: Folder) => {
    if (
      !(await confirm({
        title: t('kit:list.confirmDelete'),
        body: folder.folderName,
        go: t('common:actions.delete'),
        isDanger: true,
      }))
    )
      return
    await pictures.deleteFolder(folder.id).then(
      () => onOpen(folder.parentId ?? undefined),
      (error: unknown) => toastRefusal(t, error),
    )
  }
  const branch = (one: Branch<Folder>, depth: number) => (
    <li key={one.id}>
      <button
        type="button"
        className="pictures-folder"
        style={{ paddingInlineStart: 12 + depth * 16 }}
        aria-current={one.id === current || undefined}
        onClick={() => onOpen(one.id)}
      >
        <FolderOutlined aria-hidden /> {one.folderName}
      </button>
      {one.children && <ul>{one.children.map((child) => branch(child, depth + 1))}</ul>}
    </li>
  )
  return (
    <nav className="pictures-folders" aria-label={t('content:pictures.folders')}>
      <ul>
        <li>
          <button
            type="button"
            className="pictures-folder"
            aria-current={current === undefined || undefined}
            onClick={() => onOpen(undefined)}
          >
            <PictureOutlined aria-hidden /> {t('content:pictures.all')}
          </button>
        </li>
        {treeOf(folders, 'parentId').map((one) => branch(one, 0))}
      </ul>
      <div className="pictures-tools">
        {may.create && (
          <Button
            size="small"
            icon={<FolderAddOutlined />}
            onClick={() => setNaming({ parentId: current ?? null })}
          >
            {t('content:pictures.addFolder')}
          </Button>
        )}
        {open && may.edit && (
          <Button
            size="small"
            icon={<EditOutlined />}
            aria-label={t('content:pictures.renameFolder')}
            onClick={() => setNaming({ folder: open })}
          />
        )}
        {open && may.delete && (
          <Button
            size="small"
            danger
            icon={<DeleteOutlined />}
            aria-label={t('content:pictures.deleteFolder')}
            onClick={() => void remove(open)}
          />
        )}
      </div>
      {naming && (
        <FolderName naming={naming} pictures={pictures} onClose={() => setNaming(undefined)} />
      )}
    </nav>
  )
}

function FolderName({
  naming,
  pictures,
  onClose,
}: {
  naming: Naming
  pictures: Pictures
  onClose: () => void
}) {
  const t = useLabels({ module: 'content' })
  const [name, setName] = useState('folder' in naming ? naming.folder.folderName : '')
  const { run, ...state } = useSubmit()
  const save = async () => {
    const text = name.trim()
    if (!text) return
    const isDone = await run(
      async () =>
        void ('folder' in naming
          ? await pictures.editFolder(naming.folder, text)
          : await pictures.addFolder(text, naming.parentId)),
    )
    if (isDone) onClose()
  }
  return (
    <Dialog
      title={t('folder' in naming ? 'content:pictures.renameFolder' : 'content:pictures.addFolder')}
      okText={t('common:buttons.save')}
      isLacking={!name.trim()}
      sending={state}
      onOk={save}
      onClose={onClose}
    >
      <FieldItem name="folderName" label={t('content:pictureFolder.fields.folderName')}>
        <Input
          autoFocus
          value={name}
          maxLength={40}
          showCount
          onChange={(event) => setName(event.target.value)}
          onPressEnter={(event) => event.nativeEvent.isComposing || void save()}
        />
      </FieldItem>
    </Dialog>
  )
}
