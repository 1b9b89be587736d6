import { Button, Segmented, Tooltip } from 'antd'
import { lazy, Suspense, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { date } from '#contract/field.ts'
import { useTranslation } from 'react-i18next'
import { cameraRecordings, playRates } from '#contract/camera/recording.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { LoadFailed } from '#src/kit/app/ListState.tsx'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { dayOf, edgeOfDay, momentOf } from '#src/kit/fields/date/day-text.ts'
import type { ViewedCamera } from './CameraDialog.tsx'
import { FilmTools } from './FilmTools.tsx'
import { fullScreen } from './full-screen.ts'
import type { Film } from './play.ts'
import { playHeld, playKept } from './play-recorded.ts'
import { useLatest } from '#src/ui/use-latest.ts'
import { lastBeginning, nextBeginning, stretchAt, stretchesOf } from './stretches.ts'
import { Timeline } from './Timeline.tsx'
import { TimelineLegend } from './TimelineLegend.tsx'
import { Tool } from './Tool.tsx'
import { clipName, clock, useClip } from './use-clip.ts'
import { useHeld } from './use-held.ts'
import { pictureOf, useSnapshot } from './use-snapshot.tsx'
import { toast } from '#src/ui/toast.ts'

const DayPicker = lazy(() => import('#src/kit/fields/date/DayPicker.tsx'))
const dayField = date({})
const dayMs = 86_400_000

/** What was recorded of a camera, by day: gaps are seen, and any moment is a click away. */
export function Playback({ camera: viewed }: { camera: ViewedCamera }) {
  const { id: camera, name, deviceSerial } = viewed
  const t = useLabels({ module: 'camera' })
  const zone = useTimeZone()
  const [dayId, legendId] = [useId(), useId()]
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
  const frame = useRef<HTMLDivElement>(null)
  const [film, setFilm] = useState<Film | null>(null)
  const [isMuted, setMuted] = useState(true)
  const ofCamera = useHeld(camera, span)
  const { held } = ofCamera
  const stretches = useMemo(() => stretchesOf(data?.spans ?? [], held?.spans ?? []), [data, held])
  const drawn = useLatest(stretches)
  /** Where a moment is played from: what nobody tells of, the camera's card may have. */
  const kindAt = useCallback(
    (moment: Date) => stretchAt(drawn.current, moment.getTime())?.kind ?? 'card',
    [drawn],
  )

  useEffect(() => {
    if (!wanted || !box.current) return
    let isOver = false
    const host = box.current.appendChild(document.createElement('div'))
    host.className = 'camera-video'
    let begun: Film | null = null
    const told = {
      onTime: (moment: Date | null) => !isOver && setShown(moment),
      onProblem: (said: string) => !isOver && setProblem(said || t('camera:rec.failed')),
    }
    const kind = kindAt(wanted)
    const playIt =
      kind === 'server'
        ? playKept(host, camera, wanted, new Date(from.getTime() + dayMs), i18n.language, told)
        : playHeld(host, camera, wanted, kind, i18n.language, told)
    playIt
      .then((found) => {
        if (isOver) return found.stop()
        begun = found
        setFilm(found)
      })
      .catch((refusal: Error) => !isOver && setProblem(refusal.message))
    setProblem(null)
    return () => {
      isOver = true
      setFilm(null)
      begun?.stop()
      host.remove()
    }
  }, [camera, wanted, from, i18n.language, t, kindAt])
  const isShown = shown !== null
  useEffect(() => film?.setMuted(isMuted), [film, isMuted])
  useEffect(() => film?.setRate(rate), [film, rate])
  useEffect(() => {
    if (isShown) film?.setPaused(isPaused)
  }, [film, isPaused, isShown])
  const video = useCallback(() => film?.video ?? null, [film])
  const nameOf = useCallback(
    (ending: string) => clipName(deviceSerial, name, new Date(), ending),
    [deviceSerial, name],
  )
  const clip = useClip(video, nameOf)
  const snapshot = useSnapshot(viewed, nameOf)
  const handleCapture = async () => {
    const blob = await pictureOf(video())
    if (blob) await snapshot.take({ blob })
    else toast({ text: t('camera:snapshot.playFirst'), tone: 'bad' })
  }
  const handleClip = () => {
    if (clip.seconds !== null) return clip.stop()
    if (!isShown || !clip.start()) toast({ text: t('camera:clip.impossible'), tone: 'bad' })
  }

  if (error) return <LoadFailed error={error} height={200} onRetry={() => void refetch()} />
  const turn = (days: number) => {
    const next = new Date(from.getTime() + dayMs / 2 + days * dayMs)
    setDay(dayOf(momentOf(next.toISOString(), zone)))
    setWanted(null)
    setShown(null)
  }
  const isKnown = !data?.hasCard || held?.told === 'all'
  const choose = (moment: Date) => {
    setPaused(false)
    setWanted(moment)
  }
  const shownMs = shown?.getTime() ?? wanted?.getTime() ?? Number.NEGATIVE_INFINITY
  const [before, after] = [lastBeginning(stretches, shownMs), nextBeginning(stretches, shownMs)]
  // A card sends as time goes, and so does a cloud.
  const isCard = wanted !== null && kindAt(wanted) !== 'server'
  const hint = () => {
    if (stretches.length > 0) return isKnown ? 'choose' : 'chooseCard'
    if (!isKnown) return 'chooseUnknown'
    return data?.hasCard ? 'noneAnywhere' : 'none'
  }
  return (
    <div className="camera-playback" ref={frame}>
      <div className="camera-stage">
        <div
          className="camera-box"
          ref={box}
          role="img"
          aria-label={t('camera:rec.picture', { name })}
        />
        {!wanted && data && <p className="camera-over">{t(`camera:rec.${hint()}`)}</p>}
        {problem && <p className="camera-over">{problem}</p>}
        {clip.seconds !== null && (
          <span className="camera-clip" role="timer">
            {t('camera:clip.running', { time: clock(clip.seconds) })}
          </span>
        )}
        {shown && <span className="camera-at">{momentOf(shown.toISOString(), zone)}</span>}
      </div>
      <Timeline
        from={from}
        stretches={stretches}
        at={shown}
        isOpen={!isKnown}
        label={t('camera:rec.timeline')}
        describedBy={legendId}
        onChoose={choose}
      />
      <TimelineLegend id={legendId} stretches={stretches} {...ofCamera} />
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
        <Tool
          icon="left"
          label={t('camera:rec.previous')}
          disabled={before === null}
          onClick={() => before !== null && choose(new Date(before))}
        />
        <Tool
          icon="right"
          label={t('camera:rec.next')}
          disabled={after === null}
          onClick={() => after !== null && choose(new Date(after))}
        />
        {!wanted && stretches[0] && (
          <Button type="primary" onClick={() => choose(new Date(stretches[0]!.from))}>
            {t('camera:rec.fromStart')}
          </Button>
        )}
        <Tooltip title={isCard ? t('camera:rec.cardRate') : ''}>
          <Segmented
            aria-label={t('camera:rec.rate')}
            value={isCard ? 1 : rate}
            disabled={isCard}
            onChange={setRate}
            options={playRates.map((value) => ({ value, label: `${value}x` }))}
          />
        </Tooltip>
        <FilmTools
          isMuted={isMuted}
          onMuted={setMuted}
          onCapture={() => void handleCapture()}
          isCapturing={snapshot.isBusy}
          clip={clip}
          onClip={handleClip}
          onFull={() => void fullScreen(frame.current, video())}
        />
        {isCard && <span className="camera-note">{t('camera:rec.cardRate')}</span>}
        {data?.kept && (
          <span className="camera-note">
            {t('camera:rec.kept', {
              from: momentOf(data.kept.startsOn, zone),
              size: (data.bytes / 1e6).toFixed(0),
            })}
          </span>
        )}
        {data?.roomLackedAt && (
          <span className="camera-note">
            {t('camera:rec.roomLacked', { at: momentOf(data.roomLackedAt, zone) })}
          </span>
        )}
      </div>
      {snapshot.dialog}
    </div>
  )
}
