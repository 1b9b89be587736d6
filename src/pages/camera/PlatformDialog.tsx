import {
  cameraPlatform,
  isMediaServer,
  setCameraPlatformSecret,
  testCameraPlatform,
} from '#contract/camera/platform.ts'
import type { ActionDialogProps } from '#src/kit/definition/resource.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { ConnectDialog } from '#src/kit/form/dialogs/ConnectDialog.tsx'

const hintOf = (kind: unknown) =>
  kind === 'ezviz' ? 'ezvizHint' : isMediaServer(kind) ? 'mediaHint' : 'wvpHint'

/** What a platform is signed in to with, and whether it knows us. */
export default function PlatformDialog({ row, onClose }: ActionDialogProps) {
  const t = useLabels(cameraPlatform)
  return (
    <ConnectDialog
      row={row}
      onClose={onClose}
      title={t('camera:secret.platform', { name: String(row.name) })}
      keep={setCameraPlatformSecret}
      test={testCameraPlatform}
      // Media servers without sign-in are asked by their address alone.
      mayTest={row.hasSecret === 1 || isMediaServer(row.kind)}
      item={{
        label: t('camera:secret.ofPlatform'),
        help: t(`camera:secret.${hintOf(row.kind)}`),
        most: 300,
      }}
      words={{
        saved: t('camera:secret.saved'),
        test: t('camera:secret.test'),
        fine: t('camera:secret.fine'),
      }}
    />
  )
}
