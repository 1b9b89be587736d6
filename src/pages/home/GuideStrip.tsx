import { Button, Progress } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { HomeWaiting } from '#contract/home/home-calls.ts'
import { beginAt, guidePath } from '#src/features/guide/places.ts'
import { toast } from '#src/ui/toast.ts'

interface GuideStripProps {
  guide: NonNullable<HomeWaiting['guide']>
  onAway: () => void
}
/** How far the first steps are and which comes next, until they are done or put aside. */
export default function GuideStrip({ guide: { done, of, next }, onAway }: GuideStripProps) {
  const { t } = useTranslation('guide')
  const progress = t('done', { done, of })
  return (
    <section className="home-card home-guide" data-card="guide" aria-labelledby="home-guide">
      <h2 id="home-guide">{t('card.title')}</h2>
      <Progress
        percent={(done / of) * 100}
        showInfo={false}
        strokeColor="var(--ant-color-primary)"
        aria-label={progress}
        className="home-guide-bar"
      />
      <span className="home-note">{progress}</span>
      <span className="home-guide-next">{t('card.next', { step: t(`steps.${next}.title`) })}</span>
      <span className="home-guide-go">
        <Link to={beginAt[next]}>
          <Button type="primary">
            {t(next === 'starter' || next === 'base' ? `steps.${next}.do` : `steps.${next}.go`)}
          </Button>
        </Link>
        <Link to={guidePath}>{t('card.all')}</Link>
        <Button
          type="text"
          onClick={() => {
            onAway()
            toast({ text: t('card.awayed'), tone: 'plain' })
          }}
        >
          {t('card.away')}
        </Button>
      </span>
    </section>
  )
}
