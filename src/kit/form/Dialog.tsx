import { LoadingOutlined } from '@ant-design/icons'
import { Modal } from 'antd'
import { useCallback, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { isComposing } from '#src/lib/ime.ts'
import { isLeft } from './draft/unsaved.ts'
import { SendForm } from './SendForm.tsx'
import type { Sending } from './sending.ts'

interface DialogProps {
  title: ReactNode
  /** The word on the button that goes ahead. */
  okText: string
  onOk: () => unknown
  onClose: () => void
  sending: Sending
  /** Not yet: something is lacking. */
  isLacking?: boolean
  isDanger?: boolean
  /** It is done: nothing is left to be cancelled. */
  isDone?: boolean
  /** Buttons that a thumb meets. */
  isLarge?: boolean
  failed?: string | undefined
  width?: number
  className?: string
  maskClosable?: boolean
  /** Instead of the two buttons. */
  footer?: ReactNode
  children?: ReactNode
}

/**
 * Something that is asked and sent: busy while it is, its refusal above the fields. Ctrl or Cmd
 * with Enter sends; Escape, and a click beside it, ask before what was entered is lost.
 */
export function Dialog({
  title,
  okText,
  onOk,
  onClose,
  sending,
  isLacking = false,
  isDanger = false,
  isDone = false,
  isLarge = false,
  failed,
  footer,
  children,
  ...rest
}: DialogProps) {
  const t = useLabels()
  const isTouched = useRef(false)
  const handleTouch = useCallback(() => (isTouched.current = true), [])
  const handleLeave = async () => {
    if (!isTouched.current || isDone || (await isLeft(t))) onClose()
  }
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || isComposing(event)) return
    event.preventDefault()
    if (!isLacking && !sending.isBusy) onOk()
  }
  const size = isLarge ? { size: 'large' as const } : {}
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText={t('common:buttons.cancel')}
      confirmLoading={sending.isBusy}
      okButtonProps={{
        ...size,
        disabled: isLacking,
        danger: isDanger,
        // antd takes away a sign of its own when its transition ends, which never began where the
        // answer was there at once: who listens would hear "loading" for ever.
        ...(sending.isBusy && { icon: <LoadingOutlined /> }),
      }}
      cancelButtonProps={{
        ...size,
        onClick: onClose,
        ...(isDone && { style: { display: 'none' } }),
      }}
      transitionName=""
      maskTransitionName=""
      modalRender={(node) => <div onKeyDown={handleKey}>{node}</div>}
      onOk={() => void onOk()}
      onCancel={() => void handleLeave()}
      {...(footer !== undefined && { footer })}
      {...rest}
    >
      <SendForm sending={sending} failed={failed} onTouch={handleTouch}>
        {children}
      </SendForm>
    </Modal>
  )
}
