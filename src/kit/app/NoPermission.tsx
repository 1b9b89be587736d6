import { Button, Space } from 'antd'
import { useNavigate } from 'react-router'
import { entityOutlines, screens } from '#contract/outlines.ts'
import { whoCanGrant } from '#contract/system/permission-calls.ts'
import { useCall } from '#src/kit/calls/use-call.ts'
import { permissionLabel } from '#src/kit/definition/label.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** The screen that a code belongs to, and what it lets one do there: opening it where it says none. */
function placeOf(code: string) {
  for (const screen of screens) {
    if (screen.permission === code) return { screen, action: 'list' }
    const found = Object.entries(screen.buttons).find(([, codes]) => [codes].flat().includes(code))
    if (found) return { screen, action: found[0] }
  }
  return undefined
}

/**
 * Which right is missing, by its words, and who could grant it, so that the next step is a name and
 * not a riddle; and ways out.
 */
export function NoPermission({ missing }: { missing: readonly string[] }) {
  const [code] = missing
  const place = code === undefined ? undefined : placeOf(code)
  const shown = entityOutlines.find(({ name }) => name === place?.screen.entity)
  const isOwn = shown && place && place.action in shown.permissions
  const t = useLabels(isOwn ? shown : { module: 'system' })
  const { data } = useCall(
    whoCanGrant,
    { code: code! },
    { enabled: code !== undefined, retry: false },
  )
  return (
    <EmptyState variant="noPower" action={<WaysOut />}>
      {place && (
        <p>
          {t('kit:access.missing', {
            screen: t(`menus:screens.${place.screen.name}`),
            action: permissionLabel(t, place.action, shown),
          })}
        </p>
      )}
      {data && data.realNames.length > 0 && (
        <p>{t('kit:access.granters', { names: data.realNames.join(t('kit:access.comma')) })}</p>
      )}
      {data && data.realNames.length === 0 && <p>{t('kit:access.nobody')}</p>}
    </EmptyState>
  )
}

/** From where there is nothing to be had: back, or to the first page. */
export function WaysOut() {
  const t = useLabels()
  const navigate = useNavigate()
  return (
    <Space>
      <Button onClick={() => void navigate(-1)}>{t('common:buttons.back')}</Button>
      <Button type="primary" onClick={() => void navigate('/')}>
        {t('common:buttons.home')}
      </Button>
    </Space>
  )
}
