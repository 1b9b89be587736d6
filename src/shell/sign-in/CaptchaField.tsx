import { useTranslation } from 'react-i18next'
import { Field, type FieldProps } from './Field.tsx'
import styles from './form.module.css'

interface CaptchaFieldProps extends Omit<FieldProps, 'label' | 'after'> {
  image: string | null
  onRefresh: () => void
}

/** The picture is a button: a click asks for another. */
export function CaptchaField({ image, onRefresh, ...field }: CaptchaFieldProps) {
  const { t } = useTranslation('sign-in')
  return (
    <Field
      {...field}
      label={t('captcha.label')}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={12}
      after={
        <button
          type="button"
          className={styles.captcha}
          onClick={onRefresh}
          aria-label={t('captcha.refresh')}
          title={t('captcha.refresh')}
        >
          {image ? <img src={image} alt="" width={112} height={40} /> : t('captcha.reload')}
        </button>
      }
    />
  )
}
