import { useCallback, useRef, type DragEvent, type HTMLAttributes } from 'react'
import type { Row } from '#src/kit/definition/resource.ts'
import { withDescendants } from '#src/kit/list/rows/tree.ts'

export interface TreeMove {
  row: Row
  parentId: number | null
  beforeId: number | null
}
type Zone = 'before' | 'inside' | 'after'

function zoneOf(event: DragEvent<HTMLElement>): Zone {
  const { top, height } = event.currentTarget.getBoundingClientRect()
  const share = (event.clientY - top) / height
  return share < 0.3 ? 'before' : share > 0.7 ? 'after' : 'inside'
}

/**
 * Where a dropped row belongs: before or after a row as its sibling, or inside it as its last
 * child.
 */
export function placeOf(
  rows: readonly Row[],
  parent: string,
  row: Row,
  target: Row,
  zone: Zone,
): TreeMove {
  if (zone === 'inside') return { row, parentId: target.id, beforeId: null }
  const parentId = (target[parent] as number | null | undefined) ?? null
  if (zone === 'before') return { row, parentId, beforeId: target.id }
  const siblings = rows.filter((one) => (one[parent] ?? null) === parentId && one.id !== row.id)
  const next = siblings[siblings.findIndex((one) => one.id === target.id) + 1]
  return { row, parentId, beforeId: next?.id ?? null }
}

/**
 * Table rows of a tree that can be dragged to another place in it. The edit form's parent field
 * does the same by keyboard.
 */
export function useTreeDrag(
  rows: readonly Row[],
  parent: string | undefined,
  onDrop: ((move: TreeMove) => void) | undefined,
) {
  const held = useRef<Row>(null)
  return useCallback(
    (target: Row): HTMLAttributes<HTMLElement> => {
      if (!parent || !onDrop) return {}
      const canTake = () =>
        held.current && !withDescendants(rows, parent, held.current.id).has(target.id)
      return {
        draggable: true,
        onDragStart: (event) => {
          held.current = target
          event.dataTransfer.effectAllowed = 'move'
        },
        onDragOver: (event) => {
          if (!canTake()) return
          event.preventDefault()
          event.currentTarget.dataset.drop = zoneOf(event)
        },
        onDragLeave: (event) => delete event.currentTarget.dataset.drop,
        onDrop: (event) => {
          event.preventDefault()
          delete event.currentTarget.dataset.drop
          if (canTake()) onDrop(placeOf(rows, parent, held.current!, target, zoneOf(event)))
          held.current = null
        },
      }
    },
    [rows, parent, onDrop],
  )
}
