import { useTranslation } from 'react-i18next'
import { camera } from '#contract/camera/camera.ts'
import { cameraData } from '#contract/camera/viewing.ts'
import { ageOf } from '#src/features/equipment/age.ts'
import { KeyReadings } from '#src/features/equipment/KeyReadings.tsx'
import { useNow } from '#src/features/equipment/use-now.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { Row } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import './camera-footer.css'

/** What the box on a camera's pole last said of itself; for whoever keeps cameras. */
export function BoxReadings({ row }: { row: Row }) {
  return useGranted(camera.permissions.list[1]) === true ? <Readings row={row} /> : null
}

function Readings({ row }: { row: Row }) {
  const t = useLabels({ module: 'camera' })
  const { i18n } = useTranslation()
  const now = useNow(10_000)
  const { data } = useCall(cameraData, { cameraId: row.id })
  // A camera without a box, or whose box never said anything, is as good a camera.
  if (!data?.lastSeenAt) return null
  const { lastSeenAt, online, readings } = data
  return (
    <section className="camera-footer" aria-label={t('camera:box.title')}>
      <h3>{t('camera:box.title')}</h3>
      <p>
        <time dateTime={lastSeenAt}>
          {t('camera:box.heard', { age: ageOf(lastSeenAt, now, i18n.language) })}
        </time>
      </p>
      <KeyReadings row={{ ...row, deviceType: camera.name, online, readings }} isDetail />
    </section>
  )
}
