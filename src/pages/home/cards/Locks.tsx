import { useTranslation } from 'react-i18next'
import { LockList } from '#src/features/farm/LockList.tsx'
import { CardBones, CardEmpty, CardFrame } from '../CardFrame.tsx'
import type { HomeCardProps } from '../cards.ts'

/** Plots that may not be entered or picked now. */
export default function Locks({ around }: HomeCardProps) {
  const { t } = useTranslation('home')
  const locks = around?.locks ?? []
  return (
    <CardFrame code="locks">
      {!around && <CardBones />}
      {around && locks.length === 0 && <CardEmpty text={t('cards.locks.empty')} />}
      {locks.length > 0 && <LockList locks={locks} />}
    </CardFrame>
  )
}
