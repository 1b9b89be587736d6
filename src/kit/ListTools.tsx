import { DownloadOutlined, ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { ListSettings } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import type { ListLocation } from './list-location.ts'
import { hasFollowedJob } from './use-followed-job.ts'
import { useLabels } from './use-labels.ts'

const ColumnMenu = lazy(() => import('./ColumnMenu.tsx'))
const ExportMenu = lazy(() => import('./ExportMenu.tsx'))

export interface ListToolsProps {
  entity: Entity
  all: readonly string[]
  names: readonly string[]
  density: ListSettings['density']
  onSet: (change: Partial<ListSettings>) => void
  place: ListLocation
  onRefresh: () => void
  isRefreshing: boolean
}

/** Beside the list: look again, and which columns to show. */
export function ListTools({ entity, all, names, density, place, onSet, onRefresh, isRefreshing }: ListToolsProps) {
  const t = useLabels(entity)
  const [isAsked, setAsked] = useState(false)
  const [exporting, setExporting] = useState<'asked' | 'followed' | null>(() => (hasFollowedJob(entity.name) ? 'followed' : null))
  const download = <Button type="text" icon={<DownloadOutlined />} aria-label={t('kit:export.title')} title={t('kit:export.title')} aria-haspopup="menu" loading={exporting !== null} onClick={() => setExporting('asked')} />
  const settings = <Button type="text" icon={<SettingOutlined />} aria-label={t('kit:list.columns')} title={t('kit:list.columns')} aria-haspopup="menu" loading={isAsked} onClick={() => setAsked(true)} />
  return (
    <span className="kit-tools">
      <Button type="text" icon={<ReloadOutlined spin={isRefreshing} />} aria-label={t('common:buttons.refresh')} title={t('common:buttons.refresh')} onClick={onRefresh} />
      {exporting ? <Suspense fallback={download}><ExportMenu entity={entity} names={names} place={place} isAsked={exporting === 'asked'} /></Suspense> : download}
      {isAsked ? <Suspense fallback={settings}><ColumnMenu entity={entity} all={all} names={names} density={density} onSet={onSet} /></Suspense> : settings}
    </span>
  )
}
