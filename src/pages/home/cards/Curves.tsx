import { Button, Segmented } from 'antd'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { channelKey } from '#contract/telemetry/explore-calls.ts'
import { mostPins, pinHours } from '#contract/home/home-calls.ts'
import { channelName, drawnOf } from '#src/features/telemetry/channel-series.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'
import { MiniCurve } from './MiniCurve.tsx'

const ChannelPicker = lazy(() =>
  import('#src/features/equipment/ChannelPicker.tsx').then((all) => ({
    default: all.ChannelPicker,
  })),
)

/** Channels that somebody keeps an eye on, each over the same hours. */
export default function Curves({ home, around, onSave }: HomeCardProps) {
  const { t } = useTranslation('home')
  const words = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const [isChoosing, setChoosing] = useState(false)
  const { pins } = home.settings
  const data = around?.curves
  const drawn = useMemo(
    () => (data ? drawnOf(words, data.series, data.devices, data.from, data.stepMs) : []),
    [data, words],
  )
  const keep = (channels: readonly string[]) =>
    onSave({ pins: { ...pins, channels: [...channels] } })
  const isFull = pins.channels.length >= mostPins
  return (
    <CardFrame
      code="curves"
      more={
        <>
          {pins.channels.length > 0 && (
            <Segmented
              size="small"
              aria-label={t('curves.span')}
              value={pins.hours}
              onChange={(hours) => onSave({ pins: { ...pins, hours } })}
              options={pinHours.map((hours) => ({
                value: hours,
                label: hours === 24 ? t('curves.day') : t('curves.days', { count: hours / 24 }),
              }))}
            />
          )}
          <Button size="small" aria-expanded={isChoosing} onClick={() => setChoosing(!isChoosing)}>
            {isChoosing ? t('edit.done') : t('curves.choose')}
          </Button>
        </>
      }
    >
      {isChoosing && (
        <div className="home-choosing">
          <Suspense fallback={<CardBones rows={1} />}>
            <ChannelPicker
              label={t('curves.add')}
              taken={pins.channels}
              disabled={isFull}
              onPick={(deviceId, metric) => keep([...pins.channels, channelKey(deviceId, metric)])}
            />
          </Suspense>
          {isFull && <small>{t('curves.full', { count: mostPins })}</small>}
        </div>
      )}
      {pins.channels.length === 0 && !isChoosing && (
        <CardEmpty text={t('cards.curves.empty')}>
          <Button className="home-soft" onClick={() => setChoosing(true)}>
            {t('curves.begin')}
          </Button>
        </CardEmpty>
      )}
      {pins.channels.length > 0 && !data && <CardBones rows={4} />}
      <div className="home-curves">
        {data &&
          pins.channels.map((key) => {
            const curve = drawn.find((one) => one.key === key)
            const of = data.series.find((one) => channelKey(one.deviceId, one.metric) === key)
            const device = data.devices.find(({ id }) => key.startsWith(`${id}:`))
            const name = curve?.name ?? channelName(words, device, key.slice(key.indexOf(':') + 1))
            return (
              <figure key={key}>
                <figcaption>
                  <b>
                    {!device
                      ? key
                      : device.standing === 'shown'
                        ? name
                        : t(`curves.${device.standing}`)}
                  </b>
                  {isChoosing && (
                    <Button
                      size="small"
                      danger
                      aria-label={t('curves.remove', { name })}
                      onClick={() => keep(pins.channels.filter((one) => one !== key))}
                    >
                      {t('curves.take')}
                    </Button>
                  )}
                </figcaption>
                {curve && of && (
                  <MiniCurve
                    curve={curve}
                    summary={of.summary}
                    from={data.from}
                    to={data.to}
                    zone={zone}
                  />
                )}
              </figure>
            )
          })}
      </div>
    </CardFrame>
  )
}
