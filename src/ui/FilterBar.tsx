import { DownOutlined, FilterOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filterLayout } from './filter-columns.ts'
import { isComposing } from '#src/lib/ime.ts'
import { useNarrow, useWidth } from './use-width.ts'
import './filter-bar.css'

export interface FilterItem {
  id: string
  label: string
  control: ReactNode
}
interface FilterBarProps {
  label: string
  items: readonly FilterItem[]
  /** How many of them narrow the list now. */
  active?: number
  onSearch: () => void
  onReset: () => void
  /** Present only with the permission to add. */
  add?: ReactNode
  isBusy?: boolean
}

/** Before the first layout: the window without a menu of usual width. */
const besideMenu = () => window.innerWidth - (window.innerWidth > 640 ? 290 : 32)

/**
 * The filter bar: as many fields as fit beside the buttons; on a phone the first, and the others on
 * a sheet.
 */
export function FilterBar({
  label,
  items,
  active = 0,
  onSearch,
  onReset,
  add,
  isBusy,
}: FilterBarProps) {
  const { t } = useTranslation('common')
  const [ref, width] = useWidth<HTMLFormElement>(besideMenu)
  const isNarrow = useNarrow()
  const [isExpanded, setExpanded] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const title = useId()
  const { visible, rest, canExpand } = filterLayout(width, items.length, isExpanded)
  const hasSheet = isNarrow && items.length > 1
  const leave = () => {
    setOpen(false)
    opener.current?.focus()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
    if (event.key === 'Escape' && isOpen && !event.defaultPrevented) leave()
  }
  const fields = (of: readonly FilterItem[], shown = of.length) =>
    of.map(({ id, label: text, control }, at) => (
      // Hidden items keep what was entered.
      <div key={id} className="filter-item" hidden={at >= shown}>
        <label htmlFor={id}>{text}</label>
        {control}
      </div>
    ))
  const asks = items.length > 0 && (
    <>
      {/* Beside a single box on a phone there is no room for it, and the box clears itself. */}
      {(!isNarrow || hasSheet) && <Button onClick={onReset}>{t('common:buttons.reset')}</Button>}
      <Button type={hasSheet ? 'primary' : 'default'} htmlType="submit" loading={isBusy}>
        {t('common:buttons.search')}
      </Button>
    </>
  )
  return (
    <form
      ref={ref}
      role="search"
      aria-label={label}
      className="filter-bar"
      onKeyDown={handleKey}
      onSubmit={(event) => {
        event.preventDefault()
        if (isOpen) leave()
        onSearch()
      }}
    >
      {hasSheet ? (
        <>
          {fields(items.slice(0, 1))}
          <Button
            ref={opener}
            icon={<FilterOutlined />}
            aria-haspopup="dialog"
            aria-expanded={isOpen}
            onClick={() => setOpen(true)}
          >
            {active > 0
              ? t('common:buttons.filtersOn', { count: active })
              : t('common:buttons.filters')}
          </Button>
          <div className="filter-mask" hidden={!isOpen} onClick={leave} />
          <div
            className="filter-sheet"
            role="dialog"
            aria-modal="true"
            aria-labelledby={title}
            hidden={!isOpen}
          >
            <h2 id={title}>{t('common:buttons.filters')}</h2>
            {fields(items.slice(1))}
            <div className="filter-buttons">{asks}</div>
          </div>
        </>
      ) : (
        <>
          {fields(items, visible)}
          <div className="filter-buttons">
            {canExpand && (
              <Button
                type="link"
                aria-expanded={isExpanded}
                iconPosition="end"
                icon={isExpanded ? <UpOutlined /> : <DownOutlined />}
                onClick={() => setExpanded(!isExpanded)}
              >
                {isExpanded
                  ? t('common:buttons.collapse')
                  : t('common:buttons.expandMore', { count: rest })}
              </Button>
            )}
            {asks}
          </div>
        </>
      )}
      {add && <div className="filter-add">{add}</div>}
    </form>
  )
}
