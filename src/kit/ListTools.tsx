import { DownloadOutlined, ReloadOutlined, SettingOutlined, UploadOutlined } from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import type { ListSettings } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { hasImport } from './import-key.ts'
import type { ListLocation } from './list-location.ts'
import { hasFollowedJob } from './use-followed-job.ts'
import { useLabels } from './use-labels.ts'

const ColumnMenu = lazy(() => import('./ColumnMenu.tsx'))
const ExportMenu = lazy(() => import('./ExportMenu.tsx'))
const ImportDialog = lazy(() => import('./ImportDialog.tsx'))

export interface ListToolsProps {
  entity: Entity
  all: readonly string[]
  names: readonly string[]
  density: ListSettings['density']
  onSet: (change: Partial<ListSettings>) => void
  place: ListLocation
  mayImport: boolean
  /** Permissions are still being asked: what they open keeps its place unseen. */
  isHeld: boolean
  onRefresh: () => void
  isRefreshing: boolean
}

/** Beside the list: look again, and which columns to show. */
export function ListTools({ entity, all, names, density, place, mayImport, isHeld, onSet, onRefresh, isRefreshing }: ListToolsProps) {
  const t = useLabels(entity)
  const [isAsked, setAsked] = useState(false)
  const [exporting, setExporting] = useState<'asked' | 'followed' | null>(() => (hasFollowedJob(entity.name) ? 'followed' : null))
  const [isImporting, setImporting] = useState(() => hasImport(entity.name))
  // Plain until they are asked for: what they open, and the button it hangs on, is antd's and comes with the click.
  const download = <button type="button" className="kit-tool" aria-label={t('kit:export.title')} title={t('kit:export.title')} aria-haspopup="menu" aria-busy={exporting !== null} onClick={() => setExporting('asked')}><DownloadOutlined /></button>
  const settings = <button type="button" className="kit-tool" aria-label={t('kit:list.columns')} title={t('kit:list.columns')} aria-haspopup="menu" aria-busy={isAsked} onClick={() => setAsked(true)}><SettingOutlined /></button>
  return (
    <span className="kit-tools">
      <button type="button" className="kit-tool" aria-label={t('common:buttons.refresh')} title={t('common:buttons.refresh')} onClick={onRefresh}><ReloadOutlined spin={isRefreshing} /></button>
      {mayImport && <button type="button" className={isHeld ? 'kit-tool kit-held' : 'kit-tool'} aria-label={t('kit:import.title')} title={t('kit:import.title')} aria-haspopup="dialog" onClick={() => setImporting(true)}><UploadOutlined /></button>}
      {mayImport && !isHeld && isImporting && <Suspense><ImportDialog entity={entity} onClose={() => setImporting(false)} /></Suspense>}
      {exporting ? <Suspense fallback={download}><ExportMenu entity={entity} names={names} place={place} isAsked={exporting === 'asked'} /></Suspense> : download}
      {isAsked ? <Suspense fallback={settings}><ColumnMenu entity={entity} all={all} names={names} density={density} onSet={onSet} /></Suspense> : settings}
    </span>
  )
}
