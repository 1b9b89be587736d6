import { strangeAttempts } from '#contract/equipment/device-calls.ts'
import { device } from '#contract/equipment/device.ts'
import { useGranted } from '#src/kit/app/use-granted.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import type { FormFooterProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { AttemptLines } from './AttemptLines.tsx'

/**
 * Under the form of a new device: who tried to sign in under a name that no device has. Whoever may
 * not know is told nothing.
 */
export default function StrangeAttempts({ kind }: FormFooterProps) {
  const t = useLabels({ module: 'equipment' })
  const mayKnow = useGranted(device.permissions.credential, kind === 'create')
  const { data } = useCall(strangeAttempts, mayKnow ? {} : null, { staleTime: 0 })
  if (!data?.length) return null
  return (
    <section aria-label={t('equipment:attempts.strange')}>
      <h4>{t('equipment:attempts.strange')}</h4>
      <p>{t('equipment:attempts.strangeNote')}</p>
      <AttemptLines attempts={data} />
    </section>
  )
}
