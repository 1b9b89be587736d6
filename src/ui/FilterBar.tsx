import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { filterLayout } from './filter-columns.ts'
import { isComposing } from '#src/lib/ime.ts'
import { useWidth } from './use-width.ts'
import './filter-bar.css'

export interface FilterItem {
  id: string
  label: string
  control: ReactNode
}
interface FilterBarProps {
  label: string
  items: readonly FilterItem[]
  onSearch: () => void
  onReset: () => void
  /** Present only with the permission to add. */
  add?: ReactNode
  isBusy?: boolean
}

/** Before the first layout: the window without a menu of usual width. */
const besideMenu = () => window.innerWidth - (window.innerWidth > 640 ? 290 : 32)

/** The filter bar: as many columns as fit, the last one for the buttons. */
export function FilterBar({ label, items, onSearch, onReset, add, isBusy }: FilterBarProps) {
  const { t } = useTranslation('common')
  const [ref, width] = useWidth<HTMLFormElement>(besideMenu)
  const [isExpanded, setExpanded] = useState(false)
  const { visible, rest, canExpand, buttonsBelow } = filterLayout(width, items.length, isExpanded)
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && isComposing(event)) event.preventDefault()
  }
  return (
    <form
      ref={ref}
      role="search"
      aria-label={label}
      className="filter-bar"
      onKeyDown={handleKey}
      onSubmit={(event) => {
        event.preventDefault()
        onSearch()
      }}
    >
      {items.map(({ id, label: text, control }, at) => (
        // Hidden items keep what was entered.
        <div key={id} className="filter-item" hidden={at >= visible}>
          <label htmlFor={id}>{text}</label>
          {control}
        </div>
      ))}
      <div className={buttonsBelow ? 'filter-buttons filter-buttons-below' : 'filter-buttons'}>
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
        {items.length > 0 && <Button onClick={onReset}>{t('common:buttons.reset')}</Button>}
        {items.length > 0 && (
          <Button htmlType="submit" loading={isBusy}>
            {t('common:buttons.search')}
          </Button>
        )}
      </div>
      {add && <div className="filter-add">{add}</div>}
    </form>
  )
}
