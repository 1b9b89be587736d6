import { Drawer } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { helpScreen } from '#contract/platform/help.ts'
import type { Screen } from '#contract/screen.ts'
import { untypedT } from '#src/kit/definition/label.ts'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { Keys } from './Keys.tsx'
import { pageHelp } from './page-help.ts'
import '../kbd.css'
import './help.css'

const steps = ['do1', 'do2', 'do3'] as const
const width = 380

/** What the page in sight is for, three things one does there, its words and its keys. */
export default function PageHelp({
  screen,
  onClose,
}: {
  screen: Screen | undefined
  onClose: () => void
}) {
  const { t: typed } = useTranslation('help')
  const t = untypedT(typed)
  const labels = useLabels()
  const help = screen && pageHelp[screen.name]
  const name = screen ? labels(`menus:screens.${screen.name}`) : labels('menus:screens.help')
  return (
    <Drawer
      open
      width={width}
      rootClassName="page-help"
      title={t('title', { name })}
      zIndex={1900}
      onClose={onClose}
    >
      {screen && help && (
        <>
          <p>{t(`screens.${screen.name}.for`)}</p>
          <h3>{t('canDo')}</h3>
          <ol>
            {steps.map((step) => (
              <li key={step}>{t(`screens.${screen.name}.${step}`)}</li>
            ))}
          </ol>
          {help.terms && (
            <>
              <h3>{t('termsTitle')}</h3>
              <dl className="help-terms">
                {help.terms.map((term) => (
                  <div key={term}>
                    <dt>{t(`terms.${term}.name`)}</dt>
                    <dd>{t(`terms.${term}.text`)}</dd>
                  </div>
                ))}
              </dl>
            </>
          )}
        </>
      )}
      <nav aria-label={labels('menus:screens.help')} className="help-links">
        {help && (
          <Link to={`${helpScreen.route}?chapter=${help.chapter}`} onClick={onClose}>
            {t('read', { chapter: t(`chapters.${help.chapter}`) })}
          </Link>
        )}
        <Link to={helpScreen.route} onClick={onClose}>
          {t('all')}
        </Link>
      </nav>
      <h3>{t('keysTitle')}</h3>
      <Keys places={[...(help?.keys ? [help.keys] : []), 'form', 'anywhere', 'palette', 'tabs']} />
    </Drawer>
  )
}
