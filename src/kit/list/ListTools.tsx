import {
  AppstoreOutlined,
  DownloadOutlined,
  EnvironmentOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  ReloadOutlined,
  SettingOutlined,
  UploadOutlined,
} from '@ant-design/icons'
import { lazy, Suspense, useState } from 'react'
import type { ListSettings } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { hasImport } from '#src/kit/import-export/import-key.ts'
import type { ListLocation } from '#src/kit/list/location/list-location.ts'
import type { AnyResource } from '#src/kit/definition/resource.ts'
import type { ViewMode } from '#src/kit/list/views/use-view-mode.ts'
import { hasFollowedJob } from '#src/kit/import-export/use-followed-job.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'

const ColumnMenu = lazy(() => import('#src/kit/list/columns/ColumnMenu.tsx'))
const ExportMenu = lazy(() => import('#src/kit/import-export/ExportMenu.tsx'))
const ImportDialog = lazy(() => import('#src/kit/import-export/ImportDialog.tsx'))

export interface ListToolsProps {
  resource: AnyResource
  /** All columns in the person's order. */
  columns: readonly string[]
  /** Those that are shown. */
  names: readonly string[]
  settings: ListSettings
  onSet: (change: Partial<ListSettings>) => void
  place: ListLocation
  look?: ViewMode
  full?: { isOn: boolean; toggle: () => void }
  mayImport: boolean
  /** A file may change rows as well. */
  mayUpdate: boolean
  /** Permissions are still being asked: what they open keeps its place unseen. */
  isHeld: boolean
  onRefresh: () => void
  isRefreshing: boolean
}

/** Beside the list: look again, and which columns to show. */
export function ListTools({
  resource,
  columns,
  names,
  settings,
  place,
  look,
  full,
  mayImport,
  mayUpdate,
  isHeld,
  onSet,
  onRefresh,
  isRefreshing,
}: ListToolsProps) {
  const entity: Entity = resource.entity
  const t = useLabels(entity)
  const [asked, setAsked] = useState<'columns' | null>(null)
  const close = () => setAsked(null)
  const [exporting, setExporting] = useState<'asked' | 'followed' | null>(() =>
    hasFollowedJob(entity.name) ? 'followed' : null,
  )
  const [isImporting, setImporting] = useState(() => hasImport(entity.name))
  // Plain until they are asked for: what they open, and the button it hangs on, is antd's and comes
  // with the click.
  const download = (
    <button
      type="button"
      className="kit-tool"
      aria-label={t('kit:export.title')}
      title={t('kit:export.title')}
      aria-haspopup="menu"
      aria-busy={exporting !== null}
      onClick={() => setExporting('asked')}
    >
      <DownloadOutlined />
    </button>
  )
  return (
    <span className="kit-tools">
      {look && (
        <button
          type="button"
          className="kit-tool"
          aria-label={t(`kit:${look.kind}.view`)}
          title={t(look.isOn ? `kit:${look.kind}.viewList` : `kit:${look.kind}.view`)}
          aria-pressed={look.isOn}
          onClick={look.toggle}
        >
          {look.kind === 'map' ? <EnvironmentOutlined /> : <AppstoreOutlined />}
        </button>
      )}
      <button
        type="button"
        className="kit-tool"
        aria-label={t('common:buttons.refresh')}
        title={t('common:buttons.refresh')}
        onClick={onRefresh}
      >
        <ReloadOutlined spin={isRefreshing} />
      </button>
      {mayImport && (
        <button
          type="button"
          className={isHeld ? 'kit-tool kit-held' : 'kit-tool'}
          aria-label={t('kit:import.title')}
          title={t('kit:import.title')}
          aria-haspopup="dialog"
          onClick={() => setImporting(true)}
        >
          <UploadOutlined />
        </button>
      )}
      {mayImport && !isHeld && isImporting && (
        <Suspense>
          <ImportDialog entity={entity} mayUpdate={mayUpdate} onClose={() => setImporting(false)} />
        </Suspense>
      )}
      {exporting ? (
        <Suspense fallback={download}>
          <ExportMenu
            resource={resource}
            names={names}
            place={place}
            mayUpdate={mayImport && mayUpdate}
            isAsked={exporting === 'asked'}
          />
        </Suspense>
      ) : (
        download
      )}
      <button
        type="button"
        className="kit-tool"
        aria-label={t('kit:list.columns')}
        title={t('kit:list.columns')}
        aria-haspopup="dialog"
        aria-busy={asked === 'columns'}
        onClick={() => setAsked('columns')}
      >
        <SettingOutlined />
      </button>
      {full && (
        <button
          type="button"
          className="kit-tool"
          aria-label={t('kit:list.full')}
          title={t(full.isOn ? 'kit:list.fullLeave' : 'kit:list.full')}
          aria-pressed={full.isOn}
          onClick={full.toggle}
        >
          {full.isOn ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
        </button>
      )}
      {asked === 'columns' && (
        <Suspense>
          <ColumnMenu
            entity={entity}
            columns={columns}
            more={resource.list.more}
            settings={settings}
            onSet={onSet}
            onClose={close}
          />
        </Suspense>
      )}
    </span>
  )
}
