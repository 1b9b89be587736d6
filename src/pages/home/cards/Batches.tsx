import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { batchScreen } from '#contract/planting/batch.ts'
import { useTimeZone } from '#src/kit/app/use-identity.ts'
import { toneOf } from '#src/kit/fields/choice/tones.ts'
import { shortOf } from '#src/kit/fields/date/day-text.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

/** What grows: where it is, and what comes next. */
export default function Batches({ around }: HomeCardProps) {
  const { t } = useTranslation('home')
  const zone = useTimeZone()
  const short = (day: string | null) => day && shortOf(day, zone)
  const batches = around?.batches ?? []
  return (
    <CardFrame
      code="batches"
      more={batches.length > 0 && <Link to={batchScreen.route}>{t('batches.all')}</Link>}
    >
      {!around && <CardBones />}
      {around && batches.length === 0 && <CardEmpty text={t('cards.batches.empty')} />}
      <ul className="home-batches">
        {batches.map((one) => (
          <li key={one.id}>
            <Link to={`${batchScreen.route}/info/${one.id}`}>{one.name}</Link>
            <StatusTag tone={toneOf(one.harvesting ? 'harvesting' : 'growing')}>
              {one.harvesting ? t('batches.harvesting') : (one.stage ?? t('batches.growing'))}
            </StatusTag>
            <small>
              {[
                one.areaName,
                one.nextStage &&
                  t('batches.next', { stage: one.nextStage, day: short(one.nextStageOn) }),
                !one.harvesting &&
                  one.expectedHarvestOn &&
                  t('batches.harvest', { day: short(one.expectedHarvestOn) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </small>
          </li>
        ))}
      </ul>
    </CardFrame>
  )
}
