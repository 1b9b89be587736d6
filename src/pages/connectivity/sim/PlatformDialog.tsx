import { setSimSecret, simPlatform, testSimPlatform } from '#contract/connectivity/sim.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ConnectDialog } from '#src/kit/form/dialogs/ConnectDialog.tsx'

/** What a platform is signed in to with, and whether it answers. */
export default function PlatformDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(simPlatform)
  return (
    <ConnectDialog
      row={row}
      onClose={onClose}
      title={t('equipment:simPlatform.title', { name: String(row.name) })}
      keep={setSimSecret}
      test={testSimPlatform}
      mayTest={row.hasSecret === 1}
      item={{
        label: t('equipment:simPlatform.secret'),
        help: t('equipment:simPlatform.secretHint'),
        most: 200,
      }}
      words={{
        saved: t('equipment:simPlatform.saved'),
        test: t('equipment:simPlatform.test'),
        fine: t('equipment:simPlatform.fine'),
      }}
    />
  )
}
