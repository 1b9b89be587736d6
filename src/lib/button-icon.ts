import { createElement, isValidElement, type CSSProperties, type ReactNode, type Ref } from 'react'

interface ButtonIconProps {
  prefixCls: string
  className?: string
  style?: CSSProperties
  children?: ReactNode
  ref?: Ref<HTMLSpanElement>
}
/** Icons of antd that are given a name (scripts/said-icons.ts), and ours that have one. */
const isSaid = (icon: ReactNode): boolean =>
  isValidElement<{ 'aria-label'?: string }>(icon) &&
  (icon.props['aria-label'] !== undefined ||
    (typeof icon.type === 'function' && 'isSaid' in icon.type))

/**
 * Stands for the part of antd's Button that holds its icon (vite.config.ts): icons are read out under
 * the English names of their drawings, "plus" before any word. What they mean stands beside them or
 * in the name of the button.
 */
export default function ButtonIcon({ prefixCls, className, ...rest }: ButtonIconProps) {
  return createElement('span', {
    ...rest,
    className: className ? `${prefixCls}-icon ${className}` : `${prefixCls}-icon`,
    'aria-hidden': isSaid(rest.children) ? undefined : true,
  })
}
