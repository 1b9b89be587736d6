import { useCallback, useEffect, useMemo, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Clarity } from '#contract/camera/viewing.ts'
import { languages } from '#src/lib/language.ts'
import { useLive } from '../use-live.ts'
import { refusedOf, useShared, type Refused, type Shown } from './use-shared.ts'
import { Watermark } from './Watermark.tsx'
import '../camera.css'
import styles from './shared-page.module.css'

interface Entered {
  name: string
  password: string
}
/** What whoever was given a link sees: one camera, live, and nothing else; knows neither antd nor refine. */
export default function SharedPage() {
  const { t, i18n } = useTranslation('camera')
  const shared = useShared()
  const { shown } = shared
  const title = shown?.title ?? t('share.page.title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className={styles.page}>
      <nav className={styles.languages} aria-label={t('sign-in:language.label')}>
        {languages.map((language) => (
          <button
            key={language}
            type="button"
            lang={language}
            aria-pressed={i18n.language === language}
            onClick={() => void i18n.changeLanguage(language)}
          >
            {t(`sign-in:language.${language}`)}
          </button>
        ))}
      </nav>
      <main>
        {!shown && !shared.refused && <p className={styles.note}>{t('share.page.loading')}</p>}
        {shared.refused && <Over as={shared.refused} onAgain={shared.again} />}
        {shown && !shared.refused && (
          <Visit shown={shown} mark={shared.mark} askAs={shared.askAs} onOver={shared.over} />
        )}
      </main>
      <footer>{t('sign-in:brand')}</footer>
    </div>
  )
}

function Over({ as, onAgain }: { as: Refused; onAgain: () => void }) {
  const { t } = useTranslation('camera')
  return (
    <div className={styles.note} role="alert">
      <h1>{t('share.page.title')}</h1>
      <p>{t(`share.page.${as}`)}</p>
      {as !== 'over' && (
        <button type="button" onClick={onAgain}>
          {t('view.again')}
        </button>
      )}
    </div>
  )
}

type VisitProps = Pick<ReturnType<typeof useShared>, 'mark' | 'askAs'> & {
  shown: Shown
  onOver: () => void
}
function Visit({ shown, mark, askAs, onOver }: VisitProps) {
  const { t, i18n } = useTranslation('camera')
  const [entered, setEntered] = useState<Entered | null>(null)
  const [name, setName] = useState('')
  const [mistake, setMistake] = useState<string | null>(null)
  const handlePassword = useCallback((said: string) => {
    setMistake(said)
    setEntered(null)
  }, [])
  const until = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(new Date(shown.expiresAt))
  return (
    <>
      <header>
        <h1>{shown.title}</h1>
        <p>
          {shown.cameraName} · {t('share.page.until', { at: until })}
        </p>
      </header>
      {entered ? (
        <Player
          name={shown.cameraName}
          entered={entered}
          mark={mark}
          askAs={askAs}
          onOver={onOver}
          onPassword={handlePassword}
        />
      ) : (
        <Entrance
          hasPassword={shown.hasPassword}
          name={name}
          mistake={mistake}
          onEnter={(given) => {
            setName(given.name)
            setEntered(given)
          }}
        />
      )}
    </>
  )
}

interface EntranceProps {
  hasPassword: boolean
  /** As given before a password was refused. */
  name: string
  mistake: string | null
  onEnter: (entered: Entered) => void
}
/** The name is asked for before a picture is shown, because it stands in it. */
function Entrance({ hasPassword, name: given, mistake, onEnter }: EntranceProps) {
  const { t } = useTranslation('camera')
  const [name, setName] = useState(given)
  const [password, setPassword] = useState('')
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    onEnter({ name: name.trim(), password })
  }
  return (
    <form className={styles.entrance} onSubmit={handleSubmit}>
      <label>
        <span>{t('share.page.name')}</span>
        <input
          value={name}
          maxLength={30}
          autoComplete="name"
          onChange={({ target }) => setName(target.value)}
        />
      </label>
      <p className={styles.hint}>{t('share.page.nameHint')}</p>
      {hasPassword && (
        <label>
          <span>{t('share.page.password')}</span>
          <input
            type="password"
            required
            value={password}
            maxLength={40}
            autoComplete="off"
            aria-invalid={mistake ? true : undefined}
            onChange={({ target }) => setPassword(target.value)}
          />
        </label>
      )}
      {mistake && (
        <p className={styles.mistake} role="alert">
          {mistake}
        </p>
      )}
      <button type="submit">{t('share.page.watch')}</button>
    </form>
  )
}

interface PlayerProps {
  name: string
  entered: Entered
  mark: string
  askAs: VisitProps['askAs']
  onOver: () => void
  onPassword: (said: string) => void
}
/** Refusals that are the password's to mend. */
const ofPassword = ['share.password', 'share.password_wrong', 'hoth.warn.loginErrorMaxTimes']

function Player({ name, entered, mark, askAs, onOver, onPassword }: PlayerProps) {
  const { t } = useTranslation('camera')
  const [clarity, setClarity] = useState<Clarity>('sd')
  const [isMuted, setMuted] = useState(true)
  const box = useRef<HTMLDivElement>(null)
  const stage = useRef<HTMLDivElement>(null)
  const ask = useMemo(() => askAs(entered.name, entered.password), [askAs, entered])
  const live = useLive(box, { camera: 0, clarity, isMuted, isWanted: true, ask })
  const { code, problem, state } = live
  useEffect(() => {
    if (code && ofPassword.includes(code)) onPassword(problem ?? '')
    if (code && refusedOf(code) === 'over') onOver()
  }, [code, problem, onPassword, onOver])
  const refused = state === 'failed' ? refusedOf(code) : null
  return (
    <>
      <div className={`camera-stage ${styles.stage}`} ref={stage}>
        <div className="camera-box" ref={box} role="img" aria-label={t('view.picture', { name })} />
        {state === 'opening' && (
          <p className="camera-over" role="status">
            {t('view.opening')}
          </p>
        )}
        {refused && (
          <div className="camera-over">
            <p role="alert">{t(`share.page.${refused}`)}</p>
            <button type="button" onClick={live.again}>
              {t('view.again')}
            </button>
          </div>
        )}
        {mark && <Watermark text={mark} />}
      </div>
      <div className={styles.bar}>
        <button type="button" onClick={() => setMuted(!isMuted)}>
          {t(isMuted ? 'view.soundOn' : 'view.soundOff')}
        </button>
        {live.hasHd && (
          <button
            type="button"
            aria-pressed={clarity === 'hd'}
            onClick={() => setClarity(clarity === 'hd' ? 'sd' : 'hd')}
          >
            {t('view.hd')}
          </button>
        )}
        {/* The stage and not the film: the watermark stays over it. */}
        {document.fullscreenEnabled && (
          <button type="button" onClick={() => void stage.current?.requestFullscreen()}>
            {t('view.full')}
          </button>
        )}
      </div>
    </>
  )
}
