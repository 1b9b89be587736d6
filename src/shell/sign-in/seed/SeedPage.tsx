import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SeedIntroduction } from '#contract/planting/seed.ts'
import { isApiError } from '#src/api/api-error.ts'
import { call } from '#src/api/call.ts'
import { seedIntroduction } from '#src/api/public-calls.ts'
import { LanguageChoice } from '../LanguageChoice.tsx'
import styles from './seed-page.module.css'

const SafeHtml = lazy(() => import('#src/ui/SafeHtml.tsx'))

type Practice = SeedIntroduction['farmingPractices'][number]
/** `unknown`: no such seed, or not public; both look the same from outside. */
type Loaded = SeedIntroduction | 'unknown' | 'failed'

function useIntroduction(): { loaded: Loaded | undefined; retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded>()
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const query = new URLSearchParams(location.search)
    const [tenant, id] = [Number(query.get('tenantId')), Number(query.get('id'))]
    if (!Number.isSafeInteger(tenant) || !Number.isSafeInteger(id) || tenant < 1 || id < 1)
      return setLoaded('unknown')
    call(seedIntroduction, { id }, { tenant, quiet: true }).then(setLoaded, (error: unknown) =>
      setLoaded(isApiError(error) && error.status === 404 ? 'unknown' : 'failed'),
    )
  }, [turn])
  return {
    loaded,
    retry: () => {
      setLoaded(undefined)
      setTurn((before) => before + 1)
    },
  }
}

/** What somebody who scanned a bag of seed reads of it; knows neither antd nor refine. */
export default function SeedPage() {
  const { t } = useTranslation('sign-in')
  const { loaded, retry } = useIntroduction()
  const title = typeof loaded === 'object' ? loaded.seedName : t('seed.title')
  const brand = t('brand')
  useEffect(() => {
    document.title = `${title} - ${brand}`
  }, [title, brand])
  return (
    <div className={styles.page}>
      <LanguageChoice />
      <main aria-busy={loaded === undefined}>
        {loaded === undefined && <p className={styles.note}>{t('seed.loading')}</p>}
        {loaded === 'unknown' && <p className={styles.note}>{t('seed.unknown')}</p>}
        {loaded === 'failed' && (
          <p className={styles.note} role="alert">
            {t('seed.failed')}{' '}
            <button type="button" onClick={retry}>
              {t('seed.retry')}
            </button>
          </p>
        )}
        {typeof loaded === 'object' && <Introduction seed={loaded} />}
      </main>
      <footer>{brand}</footer>
    </div>
  )
}

function Introduction({ seed }: { seed: SeedIntroduction }) {
  const { t } = useTranslation('sign-in')
  const [opened, setOpened] = useState<Practice>()
  return (
    <>
      <header className={styles.head}>
        <p className={styles.crop}>
          {seed.cropName} {seed.corpEnName && <span lang="en">{seed.corpEnName}</span>}
        </p>
        <h1>{seed.seedName}</h1>
        {seed.seedEnName && (
          <p className={styles.english} lang="en">
            {seed.seedEnName}
          </p>
        )}
        {seed.publicity && <p className={styles.slogan}>{seed.publicity}</p>}
      </header>
      {seed.imageUrl && <img className={styles.main} src={seed.imageUrl} alt={seed.seedName} />}
      {seed.productAttributes.length > 0 && (
        <section>
          <h2>{t('seed.attributes')}</h2>
          <ul className={styles.attributes}>
            {seed.productAttributes.map(({ name, enName, imageUrl, description }) => (
              <li key={name}>
                {imageUrl && <img src={imageUrl} alt="" loading="lazy" />}
                <h3>
                  {name} {enName && <small lang="en">{enName}</small>}
                </h3>
                {description && <p>{description}</p>}
              </li>
            ))}
          </ul>
        </section>
      )}
      {seed.farmingPractices.length > 0 && (
        <section>
          <h2>{t('seed.practices')}</h2>
          <ol className={styles.practices}>
            {seed.farmingPractices.map((practice) => (
              <li key={practice.name}>
                {practice.imageUrl && <img src={practice.imageUrl} alt="" loading="lazy" />}
                <div>
                  <h3>{practice.name}</h3>
                  {practice.description && (
                    <button type="button" onClick={() => setOpened(practice)}>
                      {t('seed.more')}
                      <span className={styles.hidden}>{` ${practice.name}`}</span>
                    </button>
                  )}
                </div>
              </li>
            ))}
          </ol>
        </section>
      )}
      {opened && <PracticeDialog practice={opened} onClose={() => setOpened(undefined)} />}
    </>
  )
}

function PracticeDialog({ practice, onClose }: { practice: Practice; onClose: () => void }) {
  const { t } = useTranslation('sign-in')
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => box.current?.showModal(), [])
  return (
    <dialog ref={box} className={styles.dialog} aria-label={practice.name} onClose={onClose}>
      <h2>{practice.name}</h2>
      <Suspense>
        <SafeHtml html={practice.description ?? ''} />
      </Suspense>
      <form method="dialog">
        <button>{t('seed.close')}</button>
      </form>
    </dialog>
  )
}
