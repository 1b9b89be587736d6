import { Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { untypedT } from '#src/kit/definition/label.ts'
import { isMac, shortcuts } from './help-rules.ts'
import './palette.css'

/** Every key that does something, by where it does. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { t: typed } = useTranslation('shell')
  const t = untypedT(typed)
  const mod = isMac() ? '⌘' : 'Ctrl'
  return (
    <Modal
      open
      width={560}
      footer={null}
      title={t('palette.help')}
      transitionName=""
      maskTransitionName=""
      zIndex={1900}
      onCancel={onClose}
    >
      {Object.entries(shortcuts).map(([place, keys]) => (
        <section key={place} className="keys">
          <h3>{t(`palette.places.${place}`)}</h3>
          <dl>
            {Object.entries(keys).map(([name, ways]) => (
              <div key={name}>
                <dt>{t(`palette.keys.${name}`)}</dt>
                <dd>
                  {(ways as readonly (readonly string[])[]).map((way) => (
                    <span key={way.join('+')}>
                      {way.map((key) => (
                        <kbd key={key}>{key === 'mod' ? mod : key}</kbd>
                      ))}
                    </span>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Modal>
  )
}
