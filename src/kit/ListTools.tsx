import { ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { lazy, Suspense, useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { useLabels } from './use-labels.ts'

const ColumnMenu = lazy(() => import('./ColumnMenu.tsx'))

export interface ListToolsProps {
  entity: Entity
  all: readonly string[]
  names: readonly string[]
  onNames: (names: readonly string[]) => void
  onRefresh: () => void
  isRefreshing: boolean
}

/** Beside the list: look again, and which columns to show. */
export function ListTools({ entity, all, names, onNames, onRefresh, isRefreshing }: ListToolsProps) {
  const t = useLabels(entity)
  const [isAsked, setAsked] = useState(false)
  const settings = <Button type="text" icon={<SettingOutlined />} aria-label={t('kit:list.columns')} title={t('kit:list.columns')} aria-haspopup="menu" loading={isAsked} onClick={() => setAsked(true)} />
  return (
    <span className="kit-tools">
      <Button type="text" icon={<ReloadOutlined spin={isRefreshing} />} aria-label={t('common:buttons.refresh')} title={t('common:buttons.refresh')} onClick={onRefresh} />
      {isAsked ? <Suspense fallback={settings}><ColumnMenu entity={entity} all={all} names={names} onNames={onNames} /></Suspense> : settings}
    </span>
  )
}
