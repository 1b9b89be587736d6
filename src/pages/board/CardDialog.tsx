import { CloseOutlined } from '@ant-design/icons'
import { Alert, Button, Form, Input, Modal, Select } from 'antd'
import { useId, useState } from 'react'
import { deviceTypes } from '#contract/devices/index.ts'
import { switchPlaces } from '#contract/devices/switch-places.ts'
import {
  board,
  boardColumns,
  cardKinds,
  mostRows,
  usualHours,
  type BoardCard,
  type CardKind,
} from '#contract/board/board.ts'
import { mostChannels } from '#contract/equipment/device-calls.ts'
import { channelKey, channelOfKey, type DeviceBrief } from '#contract/telemetry/explore-calls.ts'
import { channelName } from '#src/features/telemetry/channel-series.ts'
import { ChannelPicker } from '#src/features/equipment/ChannelPicker.tsx'
import { placeLabel } from '#src/features/command/control-words.ts'
import { DeviceSelect } from '#src/features/equipment/DeviceSelect.tsx'
import { RefSelect } from '#src/kit/fields/ref/RefSelect.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { NumberBox } from '#src/ui/NumberBox.tsx'
import { CameraSelect } from './CameraSelect.tsx'
import { usualSize } from './board-edit.ts'
import { keysOf } from './card-words.ts'

interface CardDialogProps {
  card: BoardCard | null
  devices: readonly DeviceBrief[]
  onPut: (card: BoardCard) => void
  onClose: () => void
}
/** Hours that a curve may look back on. */
const spans = [6, 24, 72, 168, 720, 8760] as const
type Known = Pick<DeviceBrief, 'id' | 'name' | 'deviceType'> &
  Partial<Pick<DeviceBrief, 'calculated'>>

/** What a card is to show: its kind, and then what of which device. */
export function CardDialog({ card, devices, onPut, onClose }: CardDialogProps) {
  const t = useLabels(board)
  const id = useId()
  const [draft, setDraft] = useState<BoardCard>(
    card ?? { kind: 'number', hours: usualHours, ...usualSize.number },
  )
  const [known, setKnown] = useState<readonly Known[]>(devices)
  const [problem, setProblem] = useState<string>()
  const set = (change: Partial<BoardCard>) => (
    setProblem(undefined),
    setDraft((before) => ({ ...before, ...change }))
  )
  const about = (deviceId: number) => known.find((one) => one.id === deviceId)
  const kind = draft.kind as CardKind
  const keys = keysOf(draft)
  const pick = (deviceId: number, metric: string, one: Known) => {
    setKnown((before) => [...before.filter((other) => other.id !== deviceId), one])
    set(
      kind === 'curve'
        ? { channels: [...keys, channelKey(deviceId, metric)].join(',') }
        : { deviceId, metric },
    )
  }
  const device = draft.deviceId ? about(draft.deviceId) : undefined
  const places = device?.deviceType ? switchPlaces(deviceTypes[device.deviceType]) : []
  const lacks =
    kind === 'curve'
      ? keys.length === 0
      : kind === 'number'
        ? !draft.deviceId || !draft.metric
        : kind === 'state' || kind === 'switch'
          ? !draft.deviceId
          : kind === cardKinds.camera
            ? !draft.cameraId
            : false
  const put = () =>
    lacks
      ? setProblem(t('equipment:boardPage.lacks'))
      : onPut({ ...draft, title: draft.title?.trim() || null })
  const nameOf = (key: string) => {
    const { deviceId, metric } = channelOfKey(key)
    const one = about(deviceId)
    return channelName(t, one && { calculated: [], ...one }, metric)
  }
  const item = (name: string, label: string, control: React.ReactNode) => (
    <Form.Item label={label} htmlFor={`${id}${name}`}>
      {control}
    </Form.Item>
  )
  return (
    <Modal
      open
      title={t(card ? 'equipment:boardPage.change' : 'equipment:boardPage.add')}
      okText={t(card ? 'equipment:boardPage.change' : 'equipment:boardPage.add')}
      cancelText={t('common:buttons.cancel')}
      onOk={put}
      onCancel={onClose}
      width={560}
      transitionName=""
      maskTransitionName=""
    >
      {problem && <Alert type="error" showIcon message={problem} className="kit-form-note" />}
      <Form component={false} layout="vertical">
        {item(
          'kind',
          t('equipment:board.lines.cards.kind'),
          <Select
            id={`${id}kind`}
            value={kind}
            disabled={card !== null}
            onChange={(next: CardKind) =>
              setDraft({ kind: next, title: draft.title, hours: usualHours, ...usualSize[next] })
            }
            options={Object.keys(cardKinds).map((value) => ({
              value,
              label: t(`equipment:board.options.kind.${value}`),
            }))}
          />,
        )}
        {(kind === 'number' || kind === 'curve') && (
          <>
            <Form.Item label={t('equipment:deviceData.reading')}>
              <ChannelPicker
                key={draft.channels}
                label={t('equipment:explore.device')}
                taken={keys}
                disabled={kind === 'curve' && keys.length >= mostChannels}
                onPick={pick}
              />
              <ul className="board-channels">
                {(kind === 'curve'
                  ? keys
                  : draft.deviceId && draft.metric
                    ? [channelKey(draft.deviceId, draft.metric)]
                    : []
                ).map((key) => (
                  <li key={key}>
                    {nameOf(key)}
                    <Button
                      type="text"
                      size="small"
                      icon={<CloseOutlined />}
                      aria-label={t('equipment:explore.remove', { name: nameOf(key) })}
                      onClick={() =>
                        set(
                          kind === 'curve'
                            ? { channels: keys.filter((one) => one !== key).join(',') }
                            : { deviceId: null, metric: null },
                        )
                      }
                    />
                  </li>
                ))}
              </ul>
            </Form.Item>
            {item(
              'hours',
              t('equipment:board.lines.cards.hours'),
              <Select
                id={`${id}hours`}
                value={draft.hours ?? usualHours}
                onChange={(hours: number) => set({ hours })}
                options={spans.map((value) => ({
                  value,
                  label:
                    value < 72
                      ? t('equipment:boardCard.hours', { count: value })
                      : t('equipment:boardCard.days', { count: value / 24 }),
                }))}
              />,
            )}
          </>
        )}
        {(kind === 'state' || kind === 'switch') &&
          item(
            'device',
            t('equipment:explore.device'),
            <DeviceSelect
              id={`${id}device`}
              label={t('equipment:explore.device')}
              value={draft.deviceId ?? null}
              chosen={device?.name ? { value: device.id, label: device.name } : null}
              onChange={(deviceId, one) => {
                if (one)
                  setKnown((before) => [...before.filter((other) => other.id !== one.id), one])
                set({ deviceId, metric: null })
              }}
            />,
          )}
        {kind === 'switch' &&
          device?.deviceType &&
          item(
            'metric',
            t('equipment:board.lines.cards.metric'),
            <Select
              id={`${id}metric`}
              value={draft.metric ?? ''}
              onChange={(metric: string) => set({ metric: metric || null })}
              options={[
                { value: '', label: t('equipment:boardPage.allSwitches') },
                ...places.map((place) => ({
                  value: place.channel,
                  label: placeLabel(t, device.deviceType!, place),
                })),
              ]}
            />,
          )}
        {kind === cardKinds.camera &&
          item(
            'camera',
            t('equipment:board.lines.cards.cameraId'),
            <CameraSelect
              id={`${id}camera`}
              value={draft.cameraId ?? null}
              onChange={(cameraId) => set({ cameraId })}
            />,
          )}
        {(kind === 'map' || kind === 'alarms') &&
          item(
            'area',
            t('equipment:board.lines.cards.areaId'),
            <RefSelect
              id={`${id}area`}
              to="area"
              value={draft.areaId ?? undefined}
              chosen={[]}
              onChange={(value) => set({ areaId: (value as number | null) ?? null })}
            />,
          )}
        {item(
          'title',
          t('equipment:board.lines.cards.title'),
          <Input
            id={`${id}title`}
            value={draft.title ?? ''}
            maxLength={40}
            placeholder={t('equipment:boardPage.ownTitle')}
            onChange={({ target }) => set({ title: target.value })}
          />,
        )}
        <div className="board-size">
          {item(
            'width',
            t('equipment:board.lines.cards.width'),
            <NumberBox
              id={`${id}width`}
              min={1}
              max={boardColumns}
              precision={0}
              value={draft.width}
              onChange={(width) => set({ width: width ?? 1 })}
            />,
          )}
          {item(
            'height',
            t('equipment:board.lines.cards.height'),
            <NumberBox
              id={`${id}height`}
              min={1}
              max={mostRows}
              precision={0}
              value={draft.height}
              onChange={(height) => set({ height: height ?? 1 })}
            />,
          )}
        </div>
      </Form>
    </Modal>
  )
}
