import { LineIcon } from '#src/ui/LineIcon.tsx'

export const MenuIcon = ({ name }: { name: string }) => (
  <LineIcon name={name} className="menu-icon" />
)
