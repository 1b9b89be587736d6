import { Button, Input, Tooltip } from 'antd'
import { useState } from 'react'
import {
  addPreset,
  cameraPresets,
  deletePreset,
  modifyPreset,
  transferPreset,
  type CameraPreset,
} from '#contract/camera/preset.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { LineIcon } from '#src/ui/LineIcon.tsx'
import { toast } from '#src/ui/toast.ts'
import './presets.css'

const mostLetters = 40

/** Positions that a camera keeps: turned to by their name, kept where it looks now. */
export function Presets({ camera }: { camera: number }) {
  const t = useLabels({ module: 'camera' })
  const [name, setName] = useState('')
  const [renamed, setRenamed] = useState<CameraPreset | null>(null)
  const { data = [] } = useCall(cameraPresets, { cameraId: camera })
  const invalidates = [cameraPresets]
  const turn = useCallAction(transferPreset, {
    onDone: (done) => {
      if (done === 0) toast({ text: t('camera:preset.busy'), tone: 'bad' })
    },
  })
  const add = useCallAction(addPreset, {
    invalidates,
    said: t('camera:preset.kept'),
    onDone: () => setName(''),
  })
  const rename = useCallAction(modifyPreset, { invalidates, onDone: () => setRenamed(null) })
  const remove = useCallAction(deletePreset, {
    invalidates,
    asks: ({ id }) => ({
      title: t('camera:preset.askDelete', {
        name: data.find((one) => one.id === id)?.name ?? '',
      }),
      go: t('common:actions.delete'),
      isDanger: true,
    }),
  })
  const keep = () => {
    if (name.trim()) void add.send({ cameraId: camera, name: name.trim() })
  }
  const saveName = () => {
    if (!renamed?.name.trim()) return
    void rename.send({ id: renamed.id, name: renamed.name.trim() })
  }
  const tool = (icon: string, label: string, onClick: () => void) => (
    <Tooltip title={label}>
      <Button
        type="text"
        aria-label={label}
        icon={<LineIcon name={icon} size={14} />}
        onClick={onClick}
      />
    </Tooltip>
  )
  return (
    <section className="presets" aria-label={t('camera:preset.title')}>
      <strong>{t('camera:preset.title')}</strong>
      {data.length === 0 && <p className="presets-none">{t('camera:preset.none')}</p>}
      <ul>
        {data.map((one) => (
          <li key={one.id}>
            {renamed?.id === one.id ? (
              <Input
                autoFocus
                aria-label={t('camera:preset.name')}
                maxLength={mostLetters}
                value={renamed.name}
                onChange={({ target }) => setRenamed({ ...renamed, name: target.value })}
                onPressEnter={saveName}
                onBlur={saveName}
              />
            ) : (
              <Button
                className="presets-turn"
                disabled={turn.isBusy}
                onClick={() => void turn.send({ id: one.id })}
              >
                {one.name}
              </Button>
            )}
            {tool('edit', t('camera:preset.rename', { name: one.name }), () => setRenamed(one))}
            {tool('bin', t('camera:preset.delete', { name: one.name }), () => {
              void remove.send({ id: one.id })
            })}
          </li>
        ))}
      </ul>
      <div className="presets-add">
        <Input
          aria-label={t('camera:preset.name')}
          placeholder={t('camera:preset.placeholder')}
          maxLength={mostLetters}
          value={name}
          onChange={({ target }) => setName(target.value)}
          onPressEnter={keep}
        />
        <Button loading={add.isBusy} disabled={!name.trim()} onClick={keep}>
          {t('camera:preset.keep')}
        </Button>
      </div>
    </section>
  )
}
