import { Button, Tooltip, type ButtonProps } from 'antd'
import { LineIcon } from '#src/ui/LineIcon.tsx'

interface ToolProps extends Pick<ButtonProps, 'onClick' | 'disabled' | 'loading' | 'danger'> {
  icon: string
  label: string
}
/** A button of a player's bar. */
export const Tool = ({ icon, label, ...rest }: ToolProps) => (
  <Tooltip title={label}>
    <Button aria-label={label} icon={<LineIcon name={icon} />} {...rest} />
  </Tooltip>
)
