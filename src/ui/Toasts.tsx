import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { closeToast, onToasts, toasts } from './toast.ts'

/** Where toasts appear; refusals are announced at once, good news politely. */
export function Toasts() {
  const { t } = useTranslation('common')
  const shown = useSyncExternalStore(onToasts, toasts)
  return (
    <div className="toasts">
      {shown.map(({ key, text, tone, detail, undo }) => (
        <div key={key} role={tone === 'bad' ? 'alert' : 'status'} className={`toast toast-${tone}`}>
          <span>{text}</span>
          {detail && <code>{detail}</code>}
          {undo && (
            <button
              type="button"
              className="toast-undo"
              onClick={() => {
                closeToast(key)
                undo.run()
              }}
            >
              {undo.label}
            </button>
          )}
          <button
            type="button"
            aria-label={t('common:buttons.close')}
            onClick={() => closeToast(key)}
          >
            ×
          </button>
        </div>
      ))}
    </div>
  )
}
