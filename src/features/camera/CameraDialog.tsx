import { Button, Modal, Segmented, Switch } from 'antd'
import { lazy, Suspense, useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import {
  captureCamera,
  clarities,
  steerable,
  type CameraBrief,
  type Clarity,
} from '#contract/camera/viewing.ts'
import { steerCode } from '#contract/camera/camera.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCallAction } from '#src/kit/calls/use-call-action.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { toast } from '#src/ui/toast.ts'
import { FilmTools } from './FilmTools.tsx'
import { fullScreen } from './full-screen.ts'
import { clipName, clock, useClip } from './use-clip.ts'
import { PlayCheck } from './PlayCheck.tsx'
import { Presets } from './Presets.tsx'
import { SteerPad } from './SteerPad.tsx'
import { Stills } from './Stills.tsx'
import { Tool } from './Tool.tsx'
import { useLive } from './use-live.ts'
import { useSlowNetwork } from './slow-network.ts'
import { useSnapshot } from './use-snapshot.tsx'
import './camera.css'

const Playback = lazy(() => import('./Playback.tsx').then((found) => ({ default: found.Playback })))
const width = 1190

export type ViewedCamera = Pick<
  CameraBrief,
  'id' | 'name' | 'deviceSerial' | 'cameraType' | 'areaId' | 'landId'
>
/** A camera, seen live: steered, kept in pictures and clips, and explained where it does not play. */
export default function CameraDialog({
  camera,
  clarity = 'sd',
  onClose,
}: {
  camera: ViewedCamera
  /** What it begins with; the sub-stream plays where there is no main one. */
  clarity?: Clarity
  onClose: () => void
}) {
  const t = useLabels({ module: 'camera' })
  const [mode, setMode] = useState<'live' | 'rec'>('live')
  return (
    <Modal
      open
      width={width}
      className="camera-dialog"
      title={t('camera:view.title', { name: camera.name })}
      footer={null}
      destroyOnHidden
      maskClosable={false}
      centered
      transitionName=""
      maskTransitionName=""
      onCancel={onClose}
    >
      <Segmented<'live' | 'rec'>
        className="camera-mode"
        aria-label={t('camera:view.mode')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'live', label: t('camera:rec.live') },
          { value: 'rec', label: t('camera:rec.title') },
        ]}
      />
      {mode === 'live' ? (
        <CameraView camera={camera} first={clarity} />
      ) : (
        <Suspense fallback={null}>
          <Playback camera={camera} />
        </Suspense>
      )}
    </Modal>
  )
}

function CameraView({ camera, first }: { camera: ViewedCamera; first: Clarity }) {
  const t = useLabels({ module: 'camera' })
  const isSlow = useSlowNetwork()
  const [isPlaying, setPlaying] = useState(true)
  const [isSaving, setSaving] = useState(isSlow)
  const [clarity, setClarity] = useState<Clarity>(first)
  const [isMuted, setMuted] = useState(true)
  const [isSteering, setSteering] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const maySteer = useGranted(steerCode) === true && steerable(camera)
  const live = useLive(box, {
    camera: camera.id,
    clarity,
    isMuted,
    isWanted: isPlaying && !isSaving,
  })
  const hasTools = useTime(isPlaying && !isSaving && ['stopped', 'opening'].includes(live.state))
  const nameOf = useCallback(
    (ending: string) => clipName(camera.deviceSerial, camera.name, new Date(), ending),
    [camera.deviceSerial, camera.name],
  )
  const clip = useClip(live.video, nameOf)
  const snapshot = useSnapshot(camera, nameOf)
  const capture = useCallAction(captureCamera, { onDone: snapshot.take })
  const isShown = live.state === 'playing' || isSaving
  const handleCapture = () => {
    if (!isShown) return toast({ text: t('camera:snapshot.playFirst'), tone: 'bad' })
    return void capture.send({ cameraId: camera.id, clarity: clarities[isSaving ? 'sd' : clarity] })
  }
  const handleClip = () => {
    if (clip.seconds !== null) return clip.stop()
    if (live.state !== 'playing' || !clip.start())
      toast({ text: t('camera:clip.impossible'), tone: 'bad' })
  }
  // The button goes with the press; Escape closes the dialog as long as the focus is in it.
  const handleAgain = () => {
    frame.current?.focus()
    live.again()
  }
  const handleFull = () => void fullScreen(frame.current, live.video())
  const stop = () => {
    clip.stop()
    setPlaying(false)
  }
  return (
    <div className="camera-view" data-steering={maySteer && isSteering} ref={frame} tabIndex={-1}>
      <div className="camera-stage">
        <div
          className="camera-box"
          ref={box}
          role="img"
          aria-label={t('camera:view.picture', { name: camera.name })}
        />
        {isSaving && isPlaying && <Stills camera={camera.id} name={camera.name} />}
        {!isPlaying && <p className="camera-over">{t('camera:view.stopped')}</p>}
        {isPlaying && !isSaving && live.state === 'opening' && (
          <p className="camera-over" role="status">
            {t('camera:view.opening')}
          </p>
        )}
        {isPlaying && !isSaving && live.state === 'failed' && (
          <div className="camera-over">
            <PlayCheck camera={camera.id} said={live.problem} onAgain={handleAgain} />
          </div>
        )}
        {clip.seconds !== null && (
          <span className="camera-clip" role="timer">
            {t('camera:clip.running', { time: clock(clip.seconds) })}
          </span>
        )}
      </div>
      <div className="camera-bar" role="toolbar" aria-label={t('camera:view.controls')}>
        {hasTools && (
          <>
            {isPlaying ? (
              <Tool icon="pause" label={t('camera:view.stop')} onClick={stop} />
            ) : (
              <Tool icon="run" label={t('camera:view.play')} onClick={() => setPlaying(true)} />
            )}
            <Tool
              icon="refresh"
              label={t('camera:view.refresh')}
              onClick={live.again}
              disabled={!isPlaying}
            />
            <FilmTools
              isMuted={isMuted}
              onMuted={setMuted}
              onCapture={handleCapture}
              isCapturing={capture.isBusy || snapshot.isBusy}
              clip={clip}
              onClip={handleClip}
              onFull={handleFull}
            />
            {live.hasHd && (
              <Segmented<Clarity>
                aria-label={t('camera:view.clarity')}
                value={clarity}
                disabled={isSaving}
                onChange={setClarity}
                options={[
                  { value: 'sd', label: t('camera:view.sd') },
                  { value: 'hd', label: t('camera:view.hd') },
                ]}
              />
            )}
            <label className="camera-toggle">
              <Switch size="small" checked={isSaving} onChange={setSaving} />{' '}
              {t('camera:view.saver')}
            </label>
            {maySteer && (
              <label className="camera-toggle">
                <Switch size="small" checked={isSteering} onChange={setSteering} />{' '}
                {t('camera:steer.title')}
              </label>
            )}
          </>
        )}
      </div>
      {live.isStruggling && !isSaving && (
        <p className="camera-note" role="status">
          {t('camera:view.struggling')}{' '}
          <Button size="small" onClick={() => setSaving(true)}>
            {t('camera:view.useSaver')}
          </Button>
        </p>
      )}
      {isSlow && isSaving && <p className="camera-note">{t('camera:view.slow')}</p>}
      {maySteer && isSteering && <SteerPad camera={camera.id} />}
      {maySteer && isSteering && <Presets camera={camera.id} />}
      {snapshot.dialog}
    </div>
  )
}

/** Ms after which what stands around a picture that does not come is drawn without it. */
const mostAloneMs = 250
/** The picture comes first; what stands around it is drawn after it, which would keep it waiting. */
function useTime(isOpening: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), mostAloneMs)
    return () => clearTimeout(timer)
  }, [])
  return useDeferredValue(isLate || !isOpening, false)
}
