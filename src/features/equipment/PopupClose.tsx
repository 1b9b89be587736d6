import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'

/** Closes what was opened on a map; it has the focus, so that Escape and Enter meet it. */
export function PopupClose({ onClose }: { onClose: () => void }) {
  const t = useLabels()
  return (
    <Button
      type="text"
      size="small"
      className="map-popup-close"
      icon={<CloseOutlined />}
      aria-label={t('common:buttons.close')}
      autoFocus
      onClick={onClose}
    />
  )
}
