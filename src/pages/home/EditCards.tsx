import {
  ArrowDownOutlined,
  ArrowUpOutlined,
  EyeInvisibleOutlined,
  PlusOutlined,
  SwapOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import type { DragEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { HomeLayout } from '#contract/home/home-calls.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import {
  canStep,
  hiddenToo,
  placed,
  stepped,
  type Declared,
  type Side,
  type Step,
} from './arrange.ts'

interface EditableCardProps {
  code: string
  side: Side
  layout: HomeLayout
  onChange: (layout: HomeLayout) => void
  children: ReactNode
}
const type = 'text/x-home-card'
const icons = { up: <ArrowUpOutlined />, down: <ArrowDownOutlined />, aside: <SwapOutlined /> }
const steps: readonly Step[] = ['up', 'down', 'aside']

/** A card while the page is arranged: it is dragged, or moved by its buttons; what is in it waits. */
export function EditableCard({ code, side, layout, onChange, children }: EditableCardProps) {
  const { t } = useTranslation('home')
  const name = untypedT(t)(`home:cards.${code}.title`)
  const handleDrop = (event: DragEvent<HTMLElement>) => {
    event.preventDefault()
    delete event.currentTarget.dataset.drop
    const moved = event.dataTransfer.getData(type)
    if (moved) onChange(placed(layout, moved, side, code))
  }
  return (
    <div
      className="home-slot home-editable"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.setData(type, code)
        event.dataTransfer.effectAllowed = 'move'
      }}
      onDragOver={(event) => {
        event.preventDefault()
        event.currentTarget.dataset.drop = 'before'
      }}
      onDragLeave={(event) => delete event.currentTarget.dataset.drop}
      onDrop={handleDrop}
    >
      <div className="home-handles" role="group" aria-label={name}>
        <b>{name}</b>
        {steps.map((step) => (
          <Button
            key={step}
            size="small"
            icon={icons[step]}
            aria-label={t(`edit.${step}`, { name })}
            title={t(`edit.${step}`, { name })}
            disabled={!canStep(layout, code, step)}
            onClick={() => onChange(stepped(layout, code, step))}
          />
        ))}
        <Button
          size="small"
          icon={<EyeInvisibleOutlined />}
          aria-label={t('edit.hide', { name })}
          title={t('edit.hide', { name })}
          onClick={() => onChange(hiddenToo(layout, code))}
        />
      </div>
      <div className="home-still" inert>
        {children}
      </div>
    </div>
  )
}

/** Cards that are put away, each to be taken out again. */
export function PutAway({
  layout,
  cards,
  onChange,
}: {
  layout: HomeLayout
  cards: readonly Declared[]
  onChange: (layout: HomeLayout) => void
}) {
  const { t } = useTranslation('home')
  return (
    <div className="home-away">
      <span>{layout.hidden.length > 0 ? t('edit.away') : t('edit.noneAway')}</span>
      {layout.hidden.map((code) => {
        const name = untypedT(t)(`home:cards.${code}.title`)
        return (
          <Button
            key={code}
            icon={<PlusOutlined />}
            aria-label={t('edit.show', { name })}
            onClick={() =>
              onChange(placed(layout, code, cards.find((one) => one.code === code)!.side, null))
            }
          >
            {name}
          </Button>
        )
      })}
    </div>
  )
}
