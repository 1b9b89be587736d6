import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { briefScreen } from '#contract/home/brief.ts'
import { BriefLines } from '../brief/BriefLines.tsx'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

/** What there is to know of each base this morning. */
export default function Brief({ around }: HomeCardProps) {
  const { t } = useTranslation('home')
  const told = around?.brief.bases ?? []
  return (
    <CardFrame code="brief" more={<Link to={briefScreen.route}>{t('brief.open')}</Link>}>
      {!around && <CardBones />}
      {around && told.length === 0 && <CardEmpty text={t('cards.brief.empty')} />}
      {told.length > 0 && (
        <div className="brief-card">
          {told.map((base) => (
            <div key={base.areaId}>
              <h3 className="brief-base-name">{base.areaName}</h3>
              <BriefLines base={base} />
            </div>
          ))}
        </div>
      )}
    </CardFrame>
  )
}
