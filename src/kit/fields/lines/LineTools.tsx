import { CloseOutlined, DownOutlined, UpOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useLabels } from '#src/kit/definition/use-labels.ts'

interface LineRemoveProps {
  at: number
  disabled?: boolean | undefined
  size?: 'small' | 'middle'
  onRemove: (at: number) => void
}
/** Takes a line out. */
export function LineRemove({ at, disabled, size = 'middle', onRemove }: LineRemoveProps) {
  const t = useLabels()
  return (
    <Button
      size={size}
      type="text"
      icon={<CloseOutlined />}
      disabled={disabled}
      aria-label={t('kit:lines.remove', { at: at + 1 })}
      onClick={() => onRemove(at)}
    />
  )
}

interface LineToolsProps<L> {
  lines: readonly L[]
  at: number
  disabled?: boolean | undefined
  size?: 'small' | 'middle'
  onChange: (lines: L[]) => void
}
/** Moves a line that stands by itself up or down, or takes it out. */
export function LineTools<L>({ lines, at, disabled, size = 'small', onChange }: LineToolsProps<L>) {
  const t = useLabels()
  const swap = (other: number) =>
    onChange(lines.map((line, i) => (i === at ? lines[other]! : i === other ? lines[at]! : line)))
  const common = { size, type: 'text' } as const
  return (
    <>
      <Button
        {...common}
        icon={<UpOutlined />}
        disabled={disabled || at === 0}
        aria-label={t('kit:lines.up', { at: at + 1 })}
        onClick={() => swap(at - 1)}
      />
      <Button
        {...common}
        icon={<DownOutlined />}
        disabled={disabled || at === lines.length - 1}
        aria-label={t('kit:lines.down', { at: at + 1 })}
        onClick={() => swap(at + 1)}
      />
      <LineRemove
        at={at}
        disabled={disabled}
        size={size}
        onRemove={() => onChange(lines.filter((_, other) => other !== at))}
      />
    </>
  )
}
