import { useTranslation } from 'react-i18next'
import styles from './form.module.css'

/** Where in the wizard one is. */
export function SetupSteps({ names, current }: { names: readonly string[]; current: number }) {
  const { t } = useTranslation('sign-in')
  return (
    <ol className={styles.steps}>
      {names.map((name, index) => (
        <li
          key={name}
          aria-current={index === current ? 'step' : undefined}
          data-done={index < current || undefined}
        >
          {t(`setup.${name}.title`)}
        </li>
      ))}
    </ol>
  )
}
