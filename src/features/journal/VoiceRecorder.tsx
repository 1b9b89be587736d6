import { AudioOutlined, CloseOutlined, PauseCircleOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { farmLog } from '#contract/journal/farm-log.ts'
import { canRecord, recordSound, type Recording } from '#src/lib/record-sound.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import './voice.css'

interface Props {
  id?: string | undefined
  disabled?: boolean | undefined
  /** Address of what was recorded; null: nothing yet. */
  url: string | null
  onRecorded: (file: File) => Promise<unknown>
  onRemove: () => void
}

const clockOf = (seconds: number) =>
  `${Math.trunc(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** Says something instead of writing it: recorded, heard again, taken back. */
export function VoiceRecorder({ id, disabled, url, onRecorded, onRemove }: Props) {
  const t = useLabels(farmLog)
  const [seconds, setSeconds] = useState<number | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [fault, setFault] = useState<'refused' | 'failed' | null>(null)
  const recording = useRef<Recording>(undefined)
  const isOn = seconds !== null
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setSeconds((now) => (now === null ? null : now + 1)), 1000)
    return () => clearInterval(timer)
  }, [isOn])
  // Nobody listens on once the form is gone.
  useEffect(() => () => recording.current?.cancel(), [])
  const stop = async () => {
    const one = recording.current
    if (!one) return
    recording.current = undefined
    setSeconds(null)
    setBusy(true)
    await one
      .stop()
      .then(onRecorded)
      .catch(() => setFault('failed'))
    setBusy(false)
  }
  const latestStop = useLatest(stop)
  const begin = async () => {
    setFault(null)
    try {
      recording.current = await recordSound(
        t('journal:voice.file'),
        () => void latestStop.current(),
      )
      setSeconds(0)
    } catch {
      setFault('refused')
    }
  }
  if (url)
    return (
      <div className="voice-note">
        <audio controls preload="metadata" src={url} aria-label={t('journal:voice.title')} />
        {!disabled && (
          <Button
            id={id}
            size="large"
            icon={<CloseOutlined />}
            aria-label={t('journal:voice.remove')}
            onClick={onRemove}
          />
        )}
      </div>
    )
  if (!canRecord()) return <p id={id}>{t('journal:voice.cannot')}</p>
  return (
    <div className="voice-note">
      <Button
        id={id}
        // What it does now, not what its label says.
        aria-labelledby={id}
        size="large"
        danger={isOn}
        icon={isOn ? <PauseCircleOutlined /> : <AudioOutlined />}
        loading={isBusy}
        disabled={disabled ?? false}
        onClick={() => void (isOn ? stop() : begin())}
      >
        {t(isOn ? 'journal:voice.stop' : 'journal:voice.begin')}
      </Button>
      {isOn && <span className="kit-number">{clockOf(seconds)}</span>}
      {fault && <p role="alert">{t(`journal:voice.${fault}`)}</p>}
    </div>
  )
}
