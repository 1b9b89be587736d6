import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelfUser } from '#contract/account/self.ts'
import { resized } from '#contract/file/file-calls.ts'

export interface MenuAction {
  key: string
  label: string
  run: () => void
}
const closeAfterMs = 250

/** The avatar: by hover, click or keyboard (spec 1 §2.6). */
export function UserMenu({ user, actions }: { user: SelfUser; actions: readonly MenuAction[] }) {
  const { t } = useTranslation('shell')
  const root = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const handleOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', handleOutside)
    return () => document.removeEventListener('pointerdown', handleOutside)
  }, [isOpen])
  const hover = (next: boolean) => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(next), next ? 0 : closeAfterMs)
  }
  return (
    <div
      ref={root} className="user-menu"
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && hover(true)} onPointerLeave={({ pointerType }) => pointerType === 'mouse' && hover(false)}
      onKeyDown={({ key }) => key === 'Escape' && setOpen(false)} onBlur={({ relatedTarget }) => relatedTarget && !root.current?.contains(relatedTarget) && setOpen(false)}
    >
      <button type="button" className="user-button" aria-haspopup="true" aria-expanded={isOpen} aria-label={t('user.menu', { name: user.realName })} onClick={() => setOpen(!isOpen)}>
        {user.imageUrl ? <img src={resized(user.imageUrl, 64, 64)} alt="" width="32" height="32" /> : <span className="user-initial" aria-hidden="true">{user.realName.slice(0, 1)}</span>}
        <span className="user-name">{user.realName}</span>
      </button>
      {isOpen && (
        <div className="shell-popup user-popup">
          <p><strong>{user.realName}</strong><br />{user.tenantName || t('user.platform')}</p>
          {actions.map(({ key, label, run }) => <button key={key} type="button" onClick={() => { setOpen(false); run() }}>{label}</button>)}
        </div>
      )}
    </div>
  )
}
