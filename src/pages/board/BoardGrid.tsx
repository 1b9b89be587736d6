import {
  ArrowLeftOutlined,
  ArrowRightOutlined,
  ColumnHeightOutlined,
  ColumnWidthOutlined,
  DeleteOutlined,
  DragOutlined,
  EditOutlined,
  VerticalAlignMiddleOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { BoardCard, BoardContent, BoardSeries } from '#contract/board/board.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { move, remove, resize, type Cards, type Editing } from './board-edit.ts'
import { CardBody } from './CardBody.tsx'
import { cardTitle } from './card-words.ts'

interface BoardGridProps {
  cards: Cards
  content: BoardContent
  series: BoardSeries | undefined
  seriesError: Error | null
  onRetry: () => void
  editing: Editing | null
  onEditing: (editing: Editing) => void
  onAsk: (at: number) => void
}

/**
 * The cards in their order, as wide and high as they say; while editing each can be dragged, or
 * moved and sized by its buttons and arrow keys.
 */
export function BoardGrid({
  cards,
  content,
  series,
  seriesError,
  onRetry,
  editing,
  onEditing,
  onAsk,
}: BoardGridProps) {
  const t = useLabels({ module: 'equipment' })
  const held = useRef<number | null>(null)
  const list = useRef<HTMLOListElement>(null)
  // Whoever moves a card by the keyboard stays with it.
  const follow = (at: number) =>
    requestAnimationFrame(() =>
      list.current?.children[at]?.querySelector<HTMLElement>('.board-grip')?.focus(),
    )
  const moveTo = (from: number, at: number) => {
    if (!editing) return
    const next = move(editing, from, at)
    onEditing(next)
    if (next !== editing) follow(Math.max(0, Math.min(cards.length - 1, at)))
  }
  const handleKey = (at: number) => (event: KeyboardEvent) => {
    if (!editing) return
    const steps: Readonly<Record<string, () => void>> = event.shiftKey
      ? {
          ArrowRight: () => onEditing(resize(editing, at, { width: 1 })),
          ArrowLeft: () => onEditing(resize(editing, at, { width: -1 })),
          ArrowDown: () => onEditing(resize(editing, at, { height: 1 })),
          ArrowUp: () => onEditing(resize(editing, at, { height: -1 })),
        }
      : {
          ArrowRight: () => moveTo(at, at + 1),
          ArrowDown: () => moveTo(at, at + 1),
          ArrowLeft: () => moveTo(at, at - 1),
          ArrowUp: () => moveTo(at, at - 1),
          Delete: () => onEditing(remove(editing, at)),
        }
    const step = steps[event.key]
    if (!step) return
    event.preventDefault()
    step()
  }
  return (
    <ol ref={list} className="board-cards">
      {cards.map((card, at) => {
        const title = cardTitle(t, card, content.devices)
        return (
          <li
            key={keyOf(card, cards, at)}
            className="board-card"
            data-kind={card.kind}
            style={{ '--card-columns': card.width, '--card-rows': card.height } as never}
            aria-label={title}
            draggable={editing !== null}
            onDragStart={(event) => {
              held.current = at
              event.dataTransfer.effectAllowed = 'move'
            }}
            onDragEnd={() => {
              held.current = null
            }}
            onDragOver={(event) => editing && held.current !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault()
              if (held.current !== null) moveTo(held.current, at)
            }}
          >
            <header>
              {editing && (
                <button
                  type="button"
                  className="board-grip"
                  aria-label={t('equipment:boardPage.grip', { title })}
                  title={t('equipment:boardPage.gripHelp')}
                  onKeyDown={handleKey(at)}
                >
                  <DragOutlined />
                </button>
              )}
              <h3>{title}</h3>
            </header>
            {editing && (
              <CardTools
                title={title}
                card={card}
                at={at}
                editing={editing}
                onEditing={onEditing}
                onMove={(to) => moveTo(at, to)}
                onAsk={() => onAsk(at)}
              />
            )}
            <div className="board-body" inert={editing !== null}>
              <CardBody
                card={card}
                content={content}
                series={series}
                seriesError={seriesError}
                onRetry={onRetry}
              />
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/**
 * The same card keeps its place in React's eyes when it moves; two that are alike are told apart by
 * which of them comes first.
 */
function keyOf(card: BoardCard, cards: Cards, at: number): string {
  const text = ({ kind, title, deviceId, metric, channels, areaId }: BoardCard) =>
    JSON.stringify([kind, title, deviceId, metric, channels, areaId])
  return `${text(card)} ${cards.slice(0, at).filter((other) => text(other) === text(card)).length}`
}

interface CardToolsProps {
  title: string
  card: BoardCard
  at: number
  editing: Editing
  onEditing: (editing: Editing) => void
  onMove: (to: number) => void
  onAsk: () => void
}
function CardTools({ title, at, editing, onEditing, onMove, onAsk }: CardToolsProps) {
  const t = useLabels({ module: 'equipment' })
  const tool = (what: string, icon: ReactNode, go: () => void, isOff = false) => (
    <Button
      key={what}
      size="small"
      type="text"
      icon={icon}
      disabled={isOff}
      aria-label={t(`equipment:boardPage.tools.${what}`, { title })}
      title={t(`equipment:boardPage.tools.${what}`, { title })}
      onClick={go}
    />
  )
  const size = (what: string, icon: ReactNode, by: { width?: number; height?: number }) =>
    tool(what, icon, () => onEditing(resize(editing, at, by)), resize(editing, at, by) === editing)
  return (
    <div className="board-card-tools">
      {tool('earlier', <ArrowLeftOutlined />, () => onMove(at - 1), at === 0)}
      {tool('later', <ArrowRightOutlined />, () => onMove(at + 1), at === editing.cards.length - 1)}
      {size('wider', <ColumnWidthOutlined />, { width: 1 })}
      {size('narrower', <VerticalAlignMiddleOutlined rotate={90} />, { width: -1 })}
      {size('taller', <ColumnHeightOutlined />, { height: 1 })}
      {size('shorter', <VerticalAlignMiddleOutlined />, { height: -1 })}
      {tool('change', <EditOutlined />, onAsk)}
      {tool('remove', <DeleteOutlined />, () => onEditing(remove(editing, at)))}
    </div>
  )
}
