import sprite from './icons.svg?no-inline'

interface LineIconProps {
  /** An icon of icons.svg; one that is not there draws nothing. */
  name: string
  size?: number
  className?: string
}
/** A line drawing of 24 by 24 in the color of the text, from the one sprite. */
export const LineIcon = ({ name, size = 16, className }: LineIconProps) => (
  <svg
    className={className}
    width={size}
    height={size}
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <use href={`${sprite}#${name}`} />
  </svg>
)
