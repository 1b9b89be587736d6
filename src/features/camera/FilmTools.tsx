import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Tool } from './Tool.tsx'
import type { useClip } from './use-clip.ts'

interface FilmToolsProps {
  isMuted: boolean
  onMuted: (isMuted: boolean) => void
  onCapture: () => void
  isCapturing: boolean
  clip: ReturnType<typeof useClip>
  onClip: () => void
  onFull: () => void
}
/**
 * What is done with any film, live or recorded: heard, kept as a picture or a clip, seen in full.
 */
export function FilmTools({
  isMuted,
  onMuted,
  onCapture,
  isCapturing,
  clip,
  onClip,
  onFull,
}: FilmToolsProps) {
  const t = useLabels({ module: 'camera' })
  return (
    <>
      <Tool
        icon={isMuted ? 'muted' : 'sound'}
        label={t(isMuted ? 'camera:view.soundOn' : 'camera:view.soundOff')}
        onClick={() => onMuted(!isMuted)}
      />
      <Tool
        icon="snapshot"
        label={t('camera:view.capture')}
        onClick={onCapture}
        loading={isCapturing}
      />
      {clip.isPossible && (
        <Tool
          icon="record"
          label={t(clip.seconds === null ? 'camera:clip.start' : 'camera:clip.stop')}
          onClick={onClip}
          danger={clip.seconds !== null}
        />
      )}
      <Tool icon="full" label={t('camera:view.full')} onClick={onFull} />
    </>
  )
}
