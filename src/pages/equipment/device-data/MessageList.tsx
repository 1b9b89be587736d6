import { deviceMessages, type MessageProblem } from '#contract/equipment/device-calls.ts'
import { noCodec } from '#contract/connectivity/lora.ts'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { ListSkeleton, LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { useOfDevice } from './use-device.ts'

const tones = { stored: 'good', corrected: 'warn', refused: 'bad', repeated: 'quiet' } as const

/** The last messages as they came, and what became of each. */
export function MessageList({ id }: { id: number }) {
  const t = useLabels({ module: 'equipment' })
  const zone = useTimeZone()
  const { data, error, refetch } = useOfDevice(deviceMessages, id)
  if (error) return <LoadFailed error={error} onRetry={() => void refetch()} />
  if (!data) return <ListSkeleton rows={4} />
  if (data.length === 0)
    return <p className="device-none">{t('equipment:deviceData.noMessages')}</p>
  const word = ({ code, channel }: MessageProblem) => {
    if (code === 'codec' && channel === noCodec) return t('equipment:deviceData.problems.noCodec')
    const sentence = t(`equipment:deviceData.problems.${code}`)
    return channel ? `${sentence} (${channel})` : sentence
  }
  return (
    <ol className="device-messages" tabIndex={0} aria-label={t('equipment:deviceData.messages')}>
      {data.map((one) => (
        <li key={one.id}>
          <p>
            <time dateTime={one.at}>{momentOf(one.at, zone)}</time>
            <StatusTag tone={tones[one.outcome]}>
              {t(`equipment:deviceData.outcomes.${one.outcome}`)}
            </StatusTag>
            <span>{t('equipment:deviceData.points', { count: one.points })}</span>
            <span>{t('equipment:deviceData.bytes', { count: one.bytes })}</span>
          </p>
          <code>{one.payload}</code>
          {one.problems.length > 0 && (
            <p className="device-problems">{one.problems.map(word).join(' · ')}</p>
          )}
        </li>
      ))}
    </ol>
  )
}
