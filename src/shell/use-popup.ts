import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
} from 'react'

const openAfterMs = 80
const closeAfterMs = 250

/**
 * A popup beside its button, by hover, click or keyboard. A click on what hover has just opened
 * keeps it open: who
 * points and clicks in one movement wants to see it, not to lose it.
 */
export function usePopup(root: RefObject<HTMLElement | null>) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHovered = useRef(false)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const handleOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => document.removeEventListener('pointerdown', handleOutside)
  }, [isOpen, root])
  useEffect(() => () => clearTimeout(timer.current), [])
  const hover = (next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        isHovered.current = next
        setOpen(next)
      },
      next ? openAfterMs : closeAfterMs,
    )
  }
  const close = () => {
    clearTimeout(timer.current)
    isHovered.current = false
    setOpen(false)
  }
  return {
    isOpen,
    close,
    toggle: () => {
      clearTimeout(timer.current)
      setOpen(isHovered.current || !isOpen)
      isHovered.current = false
    },
    handlers: {
      onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && hover(true),
      onPointerLeave: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && hover(false),
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key !== 'Escape' || !isOpen) return
        close()
        root.current?.querySelector('button')?.focus()
      },
      onBlur: ({ relatedTarget }: FocusEvent) =>
        relatedTarget && !root.current?.contains(relatedTarget) && close(),
    },
  }
}
