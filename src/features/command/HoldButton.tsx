import { Button } from 'antd'
import { useEffect, useRef, useState, type ReactNode } from 'react'

interface Props {
  /** How long it is held, in ms. */
  ms: number
  describedBy: string
  onHeld: () => void
  children: ReactNode
}
const isPress = (key: string) => key === 'Enter' || key === ' '

/** A button that does something only after it was held down, by pointer or key, and shows how long yet. */
export function HoldButton({ ms, describedBy, onHeld, children }: Props) {
  const [isHeld, setHeld] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const release = () => {
    clearTimeout(timer.current)
    timer.current = undefined
    setHeld(false)
  }
  const hold = () => {
    if (timer.current !== undefined) return
    setHeld(true)
    timer.current = setTimeout(() => {
      release()
      onHeld()
    }, ms)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <Button
      danger
      type="primary"
      autoFocus
      className={isHeld ? 'hold-button hold-button-held' : 'hold-button'}
      style={{ '--hold': `${ms}ms` } as object}
      aria-describedby={describedBy}
      onPointerDown={({ button }) => button === 0 && hold()}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onBlur={release}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (!isPress(event.key)) return
        event.preventDefault()
        // The press that opened the question is none of its own.
        if (!event.repeat) hold()
      }}
      onKeyUp={({ key }) => isPress(key) && release()}
    >
      {children}
    </Button>
  )
}
