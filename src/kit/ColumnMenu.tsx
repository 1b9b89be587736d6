import { CheckOutlined, SettingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Dropdown } from 'antd'
import { useState } from 'react'
import { fieldLabel } from './label.ts'
import type { ListToolsProps } from './ListTools.tsx'
import { useLabels } from './use-labels.ts'

const densities = ['middle', 'small', 'large'] as const

/** Which columns to show and how closely set; opened by the click that fetched it. */
export default function ColumnMenu({ entity, all, names, density, onSet }: Pick<ListToolsProps, 'entity' | 'all' | 'names' | 'density' | 'onSet'>) {
  const t = useLabels(entity)
  const [isOpen, setOpen] = useState(true)
  const toggle = (name: string) => onSet({ hidden: all.filter((one) => (one === name ? names.includes(one) : !names.includes(one))) })
  const items = all.filter((name) => name !== entity.title).map((name) => ({
    key: name, label: <Checkbox checked={names.includes(name)} tabIndex={-1}>{fieldLabel(t, entity, name)}</Checkbox>,
  }))
  return (
    <Dropdown
      trigger={['click']} placement="bottomRight" open={isOpen}
      // Several columns are chosen in one go.
      onOpenChange={(next, { source }) => (source === 'trigger' || next) && setOpen(next)}
      menu={{
        items: [
          ...items, { type: 'divider' },
          ...densities.map((one) => ({ key: `:${one}`, label: t(`kit:list.densities.${one}`), icon: one === density ? <CheckOutlined /> : <i className="kit-no-check" /> })),
          { type: 'divider' }, { key: '', label: t('kit:list.resetColumns') },
        ],
        onClick: ({ key, domEvent }) => {
          domEvent.preventDefault()
          if (key.startsWith(':')) onSet({ density: key.slice(1) as (typeof densities)[number] })
          else if (key) toggle(key)
          else onSet({ hidden: [], density: 'middle' })
        },
      }}
    >
      <Button type="text" autoFocus icon={<SettingOutlined />} aria-label={t('kit:list.columns')} title={t('kit:list.columns')} />
    </Dropdown>
  )
}
