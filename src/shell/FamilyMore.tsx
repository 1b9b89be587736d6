import { Dropdown } from 'antd'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface FamilyMoreProps {
  items: { key: string; label: ReactNode }[]
}
/** The tabs without any devices. */
export default function FamilyMore({ items }: FamilyMoreProps) {
  const { t } = useTranslation('shell')
  return (
    <Dropdown trigger={['click']} menu={{ items }}>
      <button type="button" className="family-more">
        {t('tabs.more')}
      </button>
    </Dropdown>
  )
}
