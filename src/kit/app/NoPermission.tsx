import { whoCanGrant } from '#contract/system/permission-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/**
 * Which code is missing and who could grant it, so that the next step is a name and not a riddle.
 */
export function NoPermission({ missing }: { missing: readonly string[] }) {
  const t = useLabels()
  const [code] = missing
  const { data } = useCall(
    whoCanGrant,
    { code: code! },
    { enabled: code !== undefined, retry: false },
  )
  return (
    <EmptyState variant="noPower">
      {missing.length > 0 && (
        <p>
          {t('kit:access.missing')} <code className="kit-code">{missing.join(', ')}</code>
        </p>
      )}
      {data && data.realNames.length > 0 && (
        <p>{t('kit:access.granters', { names: data.realNames.join(', ') })}</p>
      )}
      {data && data.realNames.length === 0 && <p>{t('kit:access.nobody')}</p>}
    </EmptyState>
  )
}
