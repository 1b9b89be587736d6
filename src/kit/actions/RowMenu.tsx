import { Dropdown } from 'antd'
import { useState } from 'react'
import type { Entity } from '#contract/entity.ts'
import { isDangerous, moreSign } from './actions.ts'
import { actionLabel, type Translate } from '#src/kit/definition/label.ts'
import type { Row } from '#src/kit/definition/resource.ts'

interface RowMenuProps {
  t: Translate
  entity: Entity
  name: string
  actions: readonly string[]
  row: Row
  onAct: (action: string, row: Row) => void
}

/** The further verbs of a row; fetched, and open, with the first click on their button. */
export default function RowMenu({ t, entity, name, actions, row, onAct }: RowMenuProps) {
  const [isOpen, setOpen] = useState(true)
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      open={isOpen}
      onOpenChange={setOpen}
      menu={{
        items: actions.map((action) => ({
          key: action,
          label: actionLabel(t, entity, action),
          danger: isDangerous(action),
          onClick: () => onAct(action, row),
        })),
      }}
    >
      <button
        type="button"
        // The one that was clicked is gone with its focus.
        autoFocus
        className="kit-more"
        aria-label={name}
        aria-haspopup="menu"
        aria-expanded={isOpen}
      >
        {moreSign}
      </button>
    </Dropdown>
  )
}
