import { CloseOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'
import { useEscape } from '#src/ui/use-escape.ts'

/** Closes what was opened on a map; Escape does too, Enter because it has the focus. */
export function PopupClose({ onClose }: { onClose: () => void }) {
  const t = useLabels()
  useEscape(onClose)
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
