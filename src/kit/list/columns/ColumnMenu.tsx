import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  PushpinFilled,
  PushpinOutlined,
} from '@ant-design/icons'
import { Button, Checkbox, Drawer, Input, Radio } from 'antd'
import { useState, type DragEvent } from 'react'
import { widest, narrowest } from '#contract/account/self.ts'
import type { Entity } from '#contract/entity.ts'
import { useNarrow } from '#src/ui/use-width.ts'
import { readNumber } from '#src/kit/fields/number/number-text.ts'
import { fieldLabel } from '#src/kit/definition/label.ts'
import type { ListToolsProps } from '#src/kit/list/ListTools.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import '#src/kit/list/views/panel.css'

const densities = ['middle', 'small', 'large'] as const
const usual = {
  hidden: [],
  shown: [],
  order: [],
  pinned: [],
  widths: {},
  density: 'middle',
} as const

/**
 * Which columns a list shows, in which order, how wide, which stay in sight, and how closely set.
 * By mouse and by keyboard.
 */
export default function ColumnMenu({
  entity,
  columns,
  more = [],
  settings,
  onSet,
  onClose,
}: Pick<ListToolsProps, 'columns' | 'settings' | 'onSet'> & {
  entity: Entity
  /** Columns that show themselves only to those who ask. */
  more?: readonly string[]
  onClose: () => void
}) {
  const t = useLabels(entity)
  const isNarrow = useNarrow()
  const [dragged, setDragged] = useState<string>()
  const { hidden, shown, pinned, widths, density } = settings
  const place = (name: string, at: number) => {
    const rest = columns.filter((one) => one !== name)
    onSet({ order: [...rest.slice(0, at), name, ...rest.slice(at)] })
  }
  const without = (list: readonly string[], name: string) => list.filter((one) => one !== name)
  const handleDrop = (event: DragEvent, at: number) => {
    event.preventDefault()
    if (dragged) place(dragged, at)
    setDragged(undefined)
  }
  const setWidth = (name: string, typed: string) => {
    const { [name]: _, ...rest } = widths
    const width = readNumber(typed)
    onSet({
      widths:
        typeof width === 'number'
          ? { ...rest, [name]: Math.min(widest, Math.max(narrowest, Math.round(width))) }
          : rest,
    })
  }
  return (
    <Drawer
      open
      title={t('kit:list.columns')}
      width={isNarrow ? '100%' : 420}
      onClose={onClose}
      extra={<Button onClick={() => onSet(usual as never)}>{t('kit:list.resetColumns')}</Button>}
    >
      <ol className="kit-columns">
        {columns.map((name, at) => {
          const label = fieldLabel(t, entity, name)
          const isMore = more.includes(name)
          const isShown = isMore ? shown.includes(name) : !hidden.includes(name)
          const isPinned = pinned.includes(name)
          return (
            <li
              key={name}
              draggable
              data-dragged={dragged === name || undefined}
              onDragStart={() => setDragged(name)}
              onDragEnd={() => setDragged(undefined)}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => handleDrop(event, at)}
            >
              <Checkbox
                checked={isShown}
                disabled={name === entity.title}
                onChange={() =>
                  onSet(
                    isMore
                      ? { shown: isShown ? without(shown, name) : [...shown, name] }
                      : { hidden: isShown ? [...hidden, name] : without(hidden, name) },
                  )
                }
              >
                {label}
              </Checkbox>
              <span className="kit-columns-tools">
                <Input
                  // What is typed counts when it is left, so that 1 on the way to 120 makes no
                  // sliver.
                  key={widths[name] ?? ''}
                  className="kit-columns-width"
                  size="small"
                  inputMode="numeric"
                  defaultValue={widths[name] ?? ''}
                  placeholder={t('kit:columns.auto')}
                  aria-label={t('kit:columns.width', { name: label })}
                  onBlur={({ target }) =>
                    target.value !== String(widths[name] ?? '') && setWidth(name, target.value)
                  }
                  onPressEnter={({ currentTarget }) => currentTarget.blur()}
                />
                <Button
                  size="small"
                  type="text"
                  icon={isPinned ? <PushpinFilled /> : <PushpinOutlined />}
                  aria-pressed={isPinned}
                  aria-label={t('kit:columns.pin', { name: label })}
                  onClick={() =>
                    onSet({ pinned: isPinned ? without(pinned, name) : [...pinned, name] })
                  }
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowUpOutlined />}
                  disabled={at === 0}
                  aria-label={t('kit:columns.up', { name: label })}
                  onClick={() => place(name, at - 1)}
                />
                <Button
                  size="small"
                  type="text"
                  icon={<ArrowDownOutlined />}
                  disabled={at === columns.length - 1}
                  aria-label={t('kit:columns.down', { name: label })}
                  onClick={() => place(name, at + 1)}
                />
              </span>
            </li>
          )
        })}
      </ol>
      <h3>{t('kit:columns.density')}</h3>
      <Radio.Group
        value={density}
        options={densities.map((one) => ({ value: one, label: t(`kit:list.densities.${one}`) }))}
        onChange={({ target }) => onSet({ density: target.value as typeof density })}
      />
    </Drawer>
  )
}
