import { landmarkScreen } from '#contract/farm/landmark.ts'
import type { MapLandmark } from '#contract/map/map.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { PlaceFrame } from './PlaceFrame.tsx'

interface LandmarkPopupProps {
  landmark: MapLandmark
  onClose: () => void
}
/** What a landmark is, and what is to be known of it. */
export function LandmarkPopup({
  landmark: { id, name, kind, description, picture },
  onClose,
}: LandmarkPopupProps) {
  const t = useLabels({ module: 'map' })
  const mayOpen = useGranted(landmarkScreen.permission)
  const to = `${landmarkScreen.route}?open=show&id=${id}`
  return (
    <PlaceFrame
      name={name}
      kind={t(`farm:landmark.options.kind.${kind}`)}
      links={mayOpen ? [{ to, text: t('map:landmark.open') }] : []}
      onClose={onClose}
    >
      {picture && <img className="farm-map-photo" src={picture} alt={name} loading="lazy" />}
      {description && <p className="farm-map-note">{description}</p>}
    </PlaceFrame>
  )
}
