import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SelfUser } from '#contract/account/self.ts'
import { resized } from '#contract/file/file-calls.ts'
import { usePopup } from './use-popup.ts'

export interface MenuAction {
  key: string
  label: string
  run: () => void
}

/** The avatar: by hover, click or keyboard. */
export function UserMenu({ user, actions }: { user: SelfUser; actions: readonly MenuAction[] }) {
  const { t } = useTranslation('shell')
  const root = useRef<HTMLDivElement>(null)
  const { isOpen, toggle, close, handlers } = usePopup(root)
  return (
    <div ref={root} className="user-menu" {...handlers}>
      <button
        type="button"
        className="user-button"
        aria-haspopup="true"
        aria-expanded={isOpen}
        aria-label={t('user.menu', { name: user.realName })}
        onClick={toggle}
      >
        {user.imageUrl ? (
          <img src={resized(user.imageUrl, 64, 64)} alt="" width="32" height="32" />
        ) : (
          <span className="user-initial" aria-hidden="true">
            {user.realName.slice(0, 1)}
          </span>
        )}
        <span className="user-name">{user.realName}</span>
      </button>
      {isOpen && (
        <div className="shell-popup user-popup">
          <p>
            <strong>{user.realName}</strong>
            <br />
            {user.tenantName || t('user.platform')}
          </p>
          {actions.map(({ key, label, run }) => (
            <button
              key={key}
              type="button"
              onClick={() => {
                close()
                run()
              }}
            >
              {label}
            </button>
          ))}
        </div>
      )}
    </div>
  )
}
