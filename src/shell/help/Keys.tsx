import { useTranslation } from 'react-i18next'
import { untypedT } from '#src/kit/definition/label.ts'
import { isMac, shortcuts, type KeyPlace } from './help-rules.ts'

/** Keys that do something, by where they do. */
export function Keys({ places }: { places: readonly KeyPlace[] }) {
  const { t: typed } = useTranslation('help')
  const t = untypedT(typed)
  const mod = isMac() ? '⌘' : 'Ctrl'
  return places.map((place) => (
    <section key={place} className="keys">
      <h4>{t(`places.${place}`)}</h4>
      <dl>
        {Object.entries(shortcuts[place]).map(([name, ways]) => (
          <div key={name}>
            <dt>{t(`keys.${name}`)}</dt>
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
  ))
}
