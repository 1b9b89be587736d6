import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { helpScreen } from '#contract/platform/help.ts'
import { homeScreen } from '#contract/farm/home.ts'
import { useIdentity } from '#src/kit/app/use-identity.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'

/** Where somebody stands whom no other page is for. */
export default function DefaultPage() {
  const { t } = useTranslation('farm')
  const user = useIdentity()
  return (
    <EmptyState
      variant="noData"
      height={420}
      action={
        <Link to={homeScreen.route}>
          <Button type="primary">{t('common:buttons.home')}</Button>
        </Link>
      }
    >
      <p>{t('farm:standing.welcome', { name: user?.realName ?? '' })}</p>
      <p>{t('farm:standing.how')}</p>
      <p>
        <Link to={helpScreen.route}>{t('farm:standing.help')}</Link>
      </p>
    </EmptyState>
  )
}
