import { Button, Segmented } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { date } from '#contract/field.ts'
import { useTranslation } from 'react-i18next'
import { cameraRecordings, playRates, type RecordedSpan } from '#contract/camera/recording.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { dayOf, edgeOfDay, momentOf } from '#src/kit/fields/date/day-text.ts'
import type { Film } from './play.ts'
import { playCard, playKept } from './play-recorded.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { Timeline } from './Timeline.tsx'

const DayPicker = lazy(() => import('#src/kit/fields/date/DayPicker.tsx'))
const dayField = date({})
const dayMs = 86_400_000

/** What was recorded of a camera, by day: gaps are seen, and any moment is a click away. */
export function Playback({ camera, name }: { camera: number; name: string }) {
  const t = useLabels({ module: 'camera' })
  const zone = useTimeZone()
  const dayId = useId()
  const { i18n } = useTranslation()
  const [day, setDay] = useState(() => dayOf(momentOf(new Date().toISOString(), zone)))
  const from = useMemo(() => new Date(edgeOfDay(day, 'start', zone)), [day, zone])
  const span = { from: from.toISOString(), to: new Date(from.getTime() + dayMs).toISOString() }
  const { data, error, refetch } = useCall(cameraRecordings, { cameraId: camera, ...span })
  const [wanted, setWanted] = useState<Date | null>(null)
  const [shown, setShown] = useState<Date | null>(null)
  const [rate, setRate] = useState<(typeof playRates)[number]>(1)
  const [isPaused, setPaused] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const box = useRef<HTMLDivElement>(null)
  const playing = useRef<Film | null>(null)
  const spans: readonly RecordedSpan[] = data?.spans ?? []
  const kept = useLatest(spans)
  const isRecordedAt = useCallback(
    (moment: Date) =>
      kept.current.some(
        ({ startsOn, endsOn }) =>
          Date.parse(startsOn) <= moment.getTime() && moment.getTime() < Date.parse(endsOn),
      ),
    [kept],
  )

  useEffect(() => {
    if (!wanted || !box.current) return
    let isOver = false
    const host = box.current.appendChild(document.createElement('div'))
    host.className = 'camera-video'
    const stop = () => {
      playing.current?.stop()
      playing.current = null
    }
    const told = {
      onTime: (moment: Date | null) => !isOver && setShown(moment),
      onProblem: (said: string) => !isOver && setProblem(said || t('camera:rec.failed')),
    }
    const playIt = isRecordedAt(wanted)
      ? playKept(host, camera, wanted, new Date(from.getTime() + dayMs), i18n.language, told)
      : playCard(host, camera, wanted, i18n.language, told)
    playIt
      .then((begun) => {
        if (isOver) begun.stop()
        else playing.current = begun
      })
      .catch((refusal: Error) => !isOver && setProblem(refusal.message))
    setProblem(null)
    return () => {
      isOver = true
      stop()
      host.remove()
    }
  }, [camera, wanted, from, i18n.language, t, isRecordedAt])
  const isShown = shown !== null
  useEffect(() => {
    if (!isShown) return
    playing.current?.setRate(rate)
    playing.current?.setPaused(isPaused)
  }, [rate, isPaused, isShown])

  if (error) return <LoadFailed error={error} height={200} onRetry={() => void refetch()} />
  const turn = (days: number) => {
    const next = new Date(from.getTime() + dayMs / 2 + days * dayMs)
    setDay(dayOf(momentOf(next.toISOString(), zone)))
    setWanted(null)
    setShown(null)
  }
  const last = spans.at(-1)
  return (
    <div className="camera-playback">
      <div className="camera-stage">
        <div
          className="camera-box"
          ref={box}
          role="img"
          aria-label={t('camera:rec.picture', { name })}
        />
        {!wanted && (
          <p className="camera-over">
            {data && spans.length === 0 && !data.hasCard
              ? t('camera:rec.none')
              : t(data?.hasCard ? 'camera:rec.chooseCard' : 'camera:rec.choose')}
          </p>
        )}
        {problem && <p className="camera-over">{problem}</p>}
        {shown && <span className="camera-at">{momentOf(shown.toISOString(), zone)}</span>}
      </div>
      <Timeline
        from={from}
        spans={spans}
        at={shown}
        isOpen={data?.hasCard ?? false}
        label={t('camera:rec.timeline')}
        onChoose={(moment) => {
          setPaused(false)
          setWanted(moment)
        }}
      />
      <div className="camera-bar">
        <Button onClick={() => turn(-1)}>{t('camera:rec.dayBefore')}</Button>
        <Suspense fallback={null}>
          <DayPicker
            id={dayId}
            field={dayField}
            label={t('camera:rec.day')}
            value={day}
            onChange={(next) => {
              if (!next) return
              setDay(String(next))
              setWanted(null)
              setShown(null)
            }}
          />
        </Suspense>
        <Button onClick={() => turn(1)}>{t('camera:rec.dayAfter')}</Button>
        {wanted && (
          <Button onClick={() => setPaused(!isPaused)}>
            {t(isPaused ? 'camera:view.play' : 'camera:rec.pause')}
          </Button>
        )}
        {!wanted && last && (
          <Button type="primary" onClick={() => setWanted(new Date(spans[0]!.startsOn))}>
            {t('camera:rec.fromStart')}
          </Button>
        )}
        <Segmented
          aria-label={t('camera:rec.rate')}
          value={rate}
          onChange={setRate}
          options={playRates.map((value) => ({ value, label: `${value}x` }))}
        />
        {data?.kept && (
          <span className="camera-note">
            {t('camera:rec.kept', {
              from: momentOf(data.kept.startsOn, zone),
              size: (data.bytes / 1e6).toFixed(0),
            })}
          </span>
        )}
      </div>
    </div>
  )
}
