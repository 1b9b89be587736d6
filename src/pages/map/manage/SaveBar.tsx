import { Button, Dropdown } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { groundKinds, type GroundKind } from './ground-files.ts'
import type { NewKind } from './new-thing.ts'

interface SaveBarProps {
  count: number
  canUndo: boolean
  canRedo: boolean
  isBusy: boolean
  /** What may be added. */
  kinds: readonly NewKind[]
  mayImport: boolean
  onUndo: () => void
  onRedo: () => void
  onSave: () => void
  onForget: () => void
  onNew: (kind: NewKind) => void
  onImport: () => void
  onExport: (kind: GroundKind) => void
}
/** Back and forth, saving; new plots, files in and out. */
export function SaveBar(props: SaveBarProps) {
  const { count, canUndo, canRedo, isBusy, kinds, mayImport } = props
  const t = useLabels({ module: 'map' })
  return (
    <div className="map-save" role="toolbar" aria-label={t('map:manage.tools')}>
      {kinds.length > 0 && (
        <Dropdown
          trigger={['click']}
          menu={{
            items: kinds.map((key) => ({ key, label: t(`map:manage.new.${key}`) })),
            onClick: ({ key }) => props.onNew(key as NewKind),
          }}
        >
          <Button>{t('map:manage.add')}</Button>
        </Dropdown>
      )}
      {mayImport && <Button onClick={props.onImport}>{t('map:manage.import')}</Button>}
      <Dropdown
        menu={{
          items: groundKinds.map((key) => ({
            key,
            label: t(`map:manage.${key}`),
          })),
          onClick: ({ key }) => props.onExport(key as GroundKind),
        }}
      >
        <Button>{t('map:manage.export')}</Button>
      </Dropdown>
      <Button disabled={!canUndo} onClick={props.onUndo}>
        {t('map:manage.undo')}
      </Button>
      <Button disabled={!canRedo} onClick={props.onRedo}>
        {t('map:manage.redo')}
      </Button>
      {count > 0 && (
        <>
          <Button danger onClick={props.onForget}>
            {t('map:manage.forget')}
          </Button>
          <Button type="primary" loading={isBusy} onClick={props.onSave}>
            {t('map:manage.save', { count })}
          </Button>
        </>
      )}
    </div>
  )
}
