import { useTranslation } from 'react-i18next'
import { momentOf } from '#src/kit/fields/date/day-text.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { openNotice } from '#src/lib/open-notice.ts'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

/** What was announced, newest first; each opens here. */
export default function News({ around }: HomeCardProps) {
  const { t } = useTranslation('home')
  const zone = useTimeZone()
  return (
    <CardFrame code="news">
      {!around && <CardBones />}
      {around?.news.length === 0 && <CardEmpty text={t('cards.news.empty')} />}
      <ul className="home-lines">
        {around?.news.map((one) => (
          <li key={one.id}>
            <button type="button" className="plain-button" onClick={() => openNotice(one)}>
              {one.readFlag === 0 && (
                <i className="home-dot home-mark-bad" role="img" aria-label={t('news.unread')} />
              )}
              <span className={one.readFlag === 0 ? 'home-unread' : undefined}>{one.title}</span>
            </button>
            <time dateTime={one.publishedDate}>
              {momentOf(one.publishedDate, zone).slice(5, 10)}
            </time>
          </li>
        ))}
      </ul>
    </CardFrame>
  )
}
