import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyPicture } from './EmptyPicture.tsx'
import './empty-state.css'

/** The six variants of docs/specification.md 4.5; what was asked and did not come, and what is there no more. */
export const emptyVariants = [
  'noMessage',
  'noNetwork',
  'noContent',
  'noPower',
  'noData',
  'noFound',
  'failed',
  'gone',
] as const
export type EmptyVariant = (typeof emptyVariants)[number]

interface EmptyStateProps {
  variant: EmptyVariant
  height?: number
  /** More than the variant's own sentence: what is missing, whom to ask. */
  children?: ReactNode
  action?: ReactNode
}

/** Nothing to show, and why. 600 high unless said. */
export function EmptyState({ variant, height = 600, children, action }: EmptyStateProps) {
  const { t } = useTranslation('common')
  return (
    <div className="empty-state" style={{ minHeight: height }}>
      <EmptyPicture variant={variant} />
      <p className="empty-title">{t(`common:empty.${variant}`)}</p>
      {children && <div className="empty-more">{children}</div>}
      {action}
    </div>
  )
}
