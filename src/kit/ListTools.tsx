import { ReloadOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown } from 'antd'
import type { Entity } from '#contract/entity.ts'
import { fieldLabel } from './label.ts'
import { useLabels } from './use-labels.ts'

interface ListToolsProps {
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
  const toggle = (name: string) => onNames(all.filter((one) => (one === name ? !names.includes(one) : names.includes(one))))
  const items = all.filter((name) => name !== entity.title).map((name) => ({
    key: name, label: <Checkbox checked={names.includes(name)} tabIndex={-1}>{fieldLabel(t, entity, name)}</Checkbox>,
  }))
  return (
    <span className="kit-tools">
      <Button type="text" icon={<ReloadOutlined spin={isRefreshing} />} aria-label={t('common:buttons.refresh')} title={t('common:buttons.refresh')} onClick={onRefresh} />
      <Dropdown
        trigger={['click']} placement="bottomRight"
        menu={{
          items: [...items, { type: 'divider' }, { key: '', label: t('kit:list.resetColumns') }],
          onClick: ({ key, domEvent }) => {
            domEvent.preventDefault()
            if (key) toggle(key)
            else onNames(all)
          },
        }}
      >
        <Button type="text" icon={<SettingOutlined />} aria-label={t('kit:list.columns')} title={t('kit:list.columns')} />
      </Dropdown>
    </span>
  )
}
