import { Button, Checkbox, Input, Select } from 'antd'
import { useState } from 'react'
import {
  createLayout,
  deleteLayout,
  mostWallCameras,
  updateLayout,
  wallLayouts,
  type WallLayout,
} from '#contract/camera/layout.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useSend } from '#src/kit/calls/use-send.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Dialog } from '#src/kit/form/Dialog.tsx'
import { FieldItem } from '#src/kit/form/FieldItem.tsx'
import type { Wall } from './wall-place.ts'

interface BarProps {
  wall: Wall
  layouts: readonly WallLayout[]
  onChoose: (wall: Partial<Wall>) => void
}
const invalidates = [wallLayouts]

/** Layouts that are kept: chosen, kept anew, changed, deleted. */
export function LayoutBar({ wall, layouts, onChoose }: BarProps) {
  const t = useLabels({ module: 'camera' })
  const [asked, setAsked] = useState<'new' | 'edit' | null>(null)
  const current = layouts.find(({ id }) => id === wall.layout) ?? null
  const remove = useCallAction(deleteLayout, {
    invalidates,
    said: t('camera:wall.layout.deleted'),
    asks: () => ({
      title: t('camera:wall.layout.askDelete', { name: current?.name }),
      go: t('common:actions.delete'),
      isDanger: true,
    }),
    onDone: () => onChoose({ layout: null }),
  })
  const choose = (id: number) => {
    const one = layouts.find((layout) => layout.id === id)
    if (one)
      onChoose({
        size: one.size as Wall['size'],
        cameraIds: one.cameraIds,
        patrol: one.patrolSeconds as Wall['patrol'],
        layout: id,
        page: 0,
      })
  }
  return (
    <>
      <Select
        className="wall-layouts"
        aria-label={t('camera:wall.layout.choose')}
        placeholder={t('camera:wall.layout.choose')}
        value={current?.id ?? null}
        onChange={choose}
        notFoundContent={t('camera:wall.layout.none')}
        popupMatchSelectWidth={false}
        options={layouts.map(({ id, name, isMine }) => ({
          value: id,
          label: isMine ? name : t('camera:wall.layout.shared', { name }),
        }))}
      />
      <Button onClick={() => setAsked('new')}>{t('camera:wall.layout.keep')}</Button>
      {current?.isMine && (
        <>
          <Button onClick={() => setAsked('edit')}>{t('common:actions.edit')}</Button>
          <Button
            danger
            loading={remove.isBusy}
            onClick={() => void remove.send({ id: current.id })}
          >
            {t('common:actions.delete')}
          </Button>
        </>
      )}
      {(current?.gone ?? 0) > 0 && (
        <small role="status">{t('camera:wall.layout.gone', { count: current!.gone })}</small>
      )}
      {(current?.unseen ?? 0) > 0 && (
        <small role="status">{t('camera:wall.layout.unseen', { count: current!.unseen })}</small>
      )}
      {asked && (
        <KeepDialog
          wall={wall}
          layout={asked === 'edit' ? current : null}
          onKept={({ id }) => onChoose({ layout: id })}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

interface KeepProps {
  wall: Wall
  layout: WallLayout | null
  onKept: (layout: WallLayout) => void
  onClose: () => void
}
function KeepDialog({ wall, layout, onKept, onClose }: KeepProps) {
  const t = useLabels({ module: 'camera' })
  const [name, setName] = useState(layout?.name ?? '')
  const [isShared, setShared] = useState(layout?.isShared ?? false)
  const [isChecked, setChecked] = useState(false)
  const sending = useSend()
  const isTooMany = wall.cameraIds.length > mostWallCameras
  const save = () => {
    setChecked(true)
    if (!name.trim() || isTooMany) return
    const { size, cameraIds, patrol } = wall
    const given = {
      name: name.trim(),
      size,
      cameraIds: [...cameraIds],
      patrolSeconds: patrol,
      isShared,
    }
    const options = {
      invalidates,
      said: t('camera:wall.layout.kept'),
      onDone: (made: WallLayout) => {
        onKept(made)
        onClose()
      },
    }
    return layout
      ? sending.send(updateLayout, { id: layout.id, ...given }, options)
      : sending.send(createLayout, given, options)
  }
  return (
    <Dialog
      title={t('camera:wall.layout.title')}
      okText={t('common:buttons.save')}
      sending={sending}
      onOk={save}
      onClose={onClose}
    >
      <FieldItem
        name="name"
        label={t('camera:wall.layout.name')}
        required
        mistake={isChecked && !name.trim() ? t('camera:wall.layout.nameMissing') : undefined}
      >
        <Input
          autoFocus
          maxLength={40}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      </FieldItem>
      <FieldItem
        name="cameraIds"
        label={t('camera:wall.layout.cameras')}
        help={t('camera:wall.layout.pages', {
          count: wall.cameraIds.length,
          pages: Math.max(1, Math.ceil(wall.cameraIds.length / wall.size)),
        })}
        mistake={
          isTooMany ? t('camera:wall.layout.tooMany', { count: mostWallCameras }) : undefined
        }
      >
        <output>{wall.cameraIds.length}</output>
      </FieldItem>
      <Checkbox checked={isShared} onChange={({ target }) => setShared(target.checked)}>
        {t('camera:wall.layout.share')}
      </Checkbox>
    </Dialog>
  )
}
