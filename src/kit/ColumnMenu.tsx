import { SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown } from 'antd'
import { useState } from 'react'
import { fieldLabel } from './label.ts'
import type { ListToolsProps } from './ListTools.tsx'
import { useLabels } from './use-labels.ts'

/** Which columns to show; opened by the click that fetched it. */
export default function ColumnMenu({ entity, all, names, onNames }: Pick<ListToolsProps, 'entity' | 'all' | 'names' | 'onNames'>) {
  const t = useLabels(entity)
  const [isOpen, setOpen] = useState(true)
  const toggle = (name: string) => onNames(all.filter((one) => (one === name ? !names.includes(one) : names.includes(one))))
  const items = all.filter((name) => name !== entity.title).map((name) => ({
    key: name, label: <Checkbox checked={names.includes(name)} tabIndex={-1}>{fieldLabel(t, entity, name)}</Checkbox>,
  }))
  return (
    <Dropdown
      trigger={['click']} placement="bottomRight" open={isOpen}
      // Several columns are chosen in one go.
      onOpenChange={(next, { source }) => (source === 'trigger' || next) && setOpen(next)}
      menu={{
        items: [...items, { type: 'divider' }, { key: '', label: t('kit:list.resetColumns') }],
        onClick: ({ key, domEvent }) => {
          domEvent.preventDefault()
          if (key) toggle(key)
          else onNames(all)
        },
      }}
    >
      <Button type="text" autoFocus icon={<SettingOutlined />} aria-label={t('kit:list.columns')} title={t('kit:list.columns')} />
    </Dropdown>
  )
}
