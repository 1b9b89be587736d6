import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { batchScreen } from '#contract/planting/batch.ts'
import { StatusTag } from '#src/ui/StatusTag.tsx'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

/** What grows: where it is, and what comes next. */
export default function Batches({ around }: HomeCardProps) {
  const { t } = useTranslation('home')
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
            <StatusTag tone={one.harvesting ? 'good' : 'info'}>
              {one.harvesting ? t('batches.harvesting') : (one.stage ?? t('batches.growing'))}
            </StatusTag>
            <small>
              {[
                one.areaName,
                one.nextStage && t('batches.next', { stage: one.nextStage, day: one.nextStageOn }),
                !one.harvesting &&
                  one.expectedHarvestOn &&
                  t('batches.harvest', { day: one.expectedHarvestOn }),
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
