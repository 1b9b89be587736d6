import { useTranslation } from 'react-i18next'
import type { Waiting } from '#contract/account/menus.ts'

const most = 99

/** How many wait; nothing where none does. */
export function MenuCount({ waiting: { count, isUrgent } }: { waiting: Waiting }) {
  const { t } = useTranslation('shell')
  if (count === 0) return null
  return (
    <b className="menu-count" data-urgent={isUrgent} aria-label={t('menu.waiting', { count })}>
      {count > most ? `${most}+` : count}
    </b>
  )
}
