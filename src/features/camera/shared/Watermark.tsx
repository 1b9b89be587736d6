import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './shared-page.module.css'

const places = 9

/** Who looks and when, over the whole picture, so that what is filmed off a screen says whose it was. */
export function Watermark({ text }: { text: string }) {
  const { i18n } = useTranslation('camera')
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 1000)
    return () => clearInterval(timer)
  }, [])
  const at = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'short',
    timeStyle: 'medium',
    hour12: false,
  }).format(now)
  return (
    <div className={styles.mark} aria-hidden data-testid="watermark">
      {Array.from({ length: places }, (_, place) => (
        <span key={place}>
          {text} {at}
        </span>
      ))}
    </div>
  )
}
