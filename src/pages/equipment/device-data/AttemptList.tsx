import { deviceAttempts } from '#contract/equipment/device-calls.ts'
import { AttemptLines } from '#src/features/equipment/AttemptLines.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useOfDevice } from './use-device.ts'

/**
 * When the device was not let in, or was cut off: the first thing that is looked for when it does
 * not come.
 */
export function AttemptList({ id }: { id: number }) {
  const t = useLabels({ module: 'equipment' })
  const { data } = useOfDevice(deviceAttempts, id)
  if (!data) return null
  return (
    <>
      <h4>{t('equipment:attempts.title')}</h4>
      {data.length === 0 ? <p>{t('equipment:attempts.none')}</p> : <AttemptLines attempts={data} />}
    </>
  )
}
