import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { mayLeave } from '#src/kit/form/draft/unsaved.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { MenuIcon } from '../MenuIcon.tsx'
import { hasNewer, onNewer, takeNewer } from './keep-shell.ts'

/** Says that there is a newer release; reloads when asked to, and not over a form that is being filled. */
export function VersionBanner() {
  const { t } = useTranslation('shell')
  const labels = useLabels()
  if (!useSyncExternalStore(onNewer, hasNewer)) return null
  return (
    <p className="shell-offline" role="status">
      <MenuIcon name="refresh" />
      {t('version.newer')}
      <button
        type="button"
        onClick={() => void mayLeave(labels).then((isSure) => isSure && takeNewer())}
      >
        {t('version.reload')}
      </button>
    </p>
  )
}
