import { cardKinds, type BoardCard, type BoardContent } from '#contract/board/board.ts'
import { channelOfKey } from '#contract/telemetry/explore-calls.ts'
import { channelName } from '#src/features/telemetry/channel-series.ts'
import type { Translate } from '#src/features/equipment/reading-words.ts'

type Devices = BoardContent['devices']
export const keysOf = ({ channels }: Pick<BoardCard, 'channels'>) =>
  (channels ?? '').split(',').filter(Boolean)
export const deviceOf = (devices: Devices, id: number | null | undefined) =>
  devices.find((one) => one.id === id)

/**
 * What a card is called: by whoever made it, else by what it shows. Of a device that is not seen
 * nothing is told.
 */
export function cardTitle(t: Translate, card: BoardCard, devices: Devices): string {
  if (card.title) return card.title
  const kind = t(`equipment:board.options.kind.${card.kind}`)
  if (card.kind === 'map' || card.kind === 'alarms' || card.kind === cardKinds.camera) return kind
  const [first] =
    card.kind === 'curve'
      ? keysOf(card).map(channelOfKey)
      : [{ deviceId: card.deviceId!, metric: card.metric ?? '' }]
  const device = deviceOf(devices, first?.deviceId)
  if (device?.standing !== 'shown' || !first) return kind
  if (card.kind === 'state' || card.kind === 'switch') return device.name ?? kind
  const more = keysOf(card).length - 1
  return more > 0
    ? t('equipment:boardCard.andMore', { name: channelName(t, device, first.metric), count: more })
    : channelName(t, device, first.metric)
}
