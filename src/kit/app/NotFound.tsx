import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'

export function NotFound() {
  const t = useLabels()
  const navigate = useNavigate()
  return (
    <EmptyState
      variant="noFound"
      action={
        <Button type="primary" onClick={() => void navigate('/')}>
          {t('common:buttons.home')}
        </Button>
      }
    >
      <p>{t('common:empty.noFoundNote')}</p>
    </EmptyState>
  )
}
